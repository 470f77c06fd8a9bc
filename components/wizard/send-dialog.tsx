'use client'

import Link from 'next/link'
import { useState } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/text-field'
import { useCommand } from '@/components/ui/use-command'
import type { WeekActions } from '@/components/wizard/week-actions'
import { counted } from '@/lib/roster/labels'
import { isWeekTyped } from '@/lib/roster/sending/rules'
import type { WeekView } from '@/lib/roster/week/schema'

export type SendProps = { week: WeekView; send: WeekActions['send'] }
type Input = { runId: string; version: number; hash: string; typed: string }

/** Names who will not get theirs, and has the week typed. */
export function SendDialog({ week, send, onClose }: SendProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Input>({ action: send, onDone: onClose, onRefused: setFields })
  const name = week.title.replace(/^Week of /, '')
  const isTyped = isWeekTyped(typed, week.weekOf, week.title)
  const mails = `${week.recipients} ${week.recipients === 1 ? 'mail' : 'mails'}`
  return (
    <FormDialog
      title={`Send ${mails}?`}
      label={`Send ${mails}`}
      pending={pending}
      lockedReason={isTyped || pending ? null : `Type ${name} first.`}
      onClose={onClose}
      onSubmit={() => isTyped && run({ runId: week.id, version: week.version, hash: week.hash, typed })}
    >
      {week.problems.length > 0 && <Problems week={week} />}
      <p className="text-muted">
        Every active tender of {week.rosterName} gets the schedule of the {week.title.replace(/^W/, 'w')}, with their
        own shifts as calendar entries. A mail that has left cannot be called back.{' '}
        <Link href={`/roster/${week.id}/mails`} className="text-accent underline underline-offset-2">
          Read the mails first
        </Link>
      </p>
      <TextField
        label={`Type the week to send, ${name}`}
        value={typed}
        onChange={setTyped}
        error={fields.typed}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}

/** Who will not, or may not, get theirs: the first thing to know before it leaves. */
function Problems({ week }: { week: WeekView }) {
  const lost = week.problems.filter((one) => one.lost)
  const unsure = week.problems.filter((one) => !one.lost)
  const title = [
    ...(lost.length > 0 ? [`${lost.length} of ${week.recipients + lost.length} cannot be written to`] : []),
    ...(unsure.length > 0 ? [`${counted(unsure.length, 'mail')} may come back`] : []),
  ].join(', ')
  return (
    <section aria-label="Problems with recipients" className="rounded-md border border-line">
      <h3 className="flex items-center gap-2 border-b border-line px-3 py-2 text-sm font-medium">
        <Icon name="mail-x" className="size-4 text-act" />
        {title}
      </h3>
      <ul className="max-h-40 overflow-y-auto px-3 py-1.5 text-sm">
        {[...lost, ...unsure].map(({ id, name, why }) => (
          <li key={id} className="py-0.5 break-words">
            <span className="font-medium">{name}</span> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
