'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { TextField } from '@/components/ui/text-field'
import { useCommand } from '@/components/ui/use-command'
import type { WeekActions } from '@/components/wizard/week-actions'
import type { WeekView } from '@/lib/roster/week/schema'

type Props = { week: WeekView; send: WeekActions['send'] }
type Input = { runId: string; version: number; hash: string; typed: string }

/** Send asks to type the week: what leaves here cannot be called back. */
export function SendButton({ week, send }: Props) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { queue } = week.edges
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        icon="send"
        lockedReason={queue.allowed ? null : (queue.reason ?? 'Not possible now.')}
        onPress={() => setAsking(true)}
      >
        Send the schedule
      </Button>
      {asking && <SendDialog week={week} send={send} onClose={() => setAsking(false)} />}
    </>
  )
}

function SendDialog({ week, send, onClose }: Props & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Input>({ action: send, onDone: onClose, onRefused: setFields })
  const isTyped = typed.trim() === week.weekOf
  const mails = `${week.recipients} ${week.recipients === 1 ? 'mail' : 'mails'}`
  return (
    <FormDialog
      title={`Send ${mails}?`}
      label={`Send ${mails}`}
      pending={pending}
      lockedReason={isTyped || pending ? null : `Type ${week.weekOf} first.`}
      onClose={onClose}
      onSubmit={() => isTyped && run({ runId: week.id, version: week.version, hash: week.hash, typed })}
    >
      <p className="text-muted">
        Every active tender of {week.rosterName} gets the schedule of the {week.title.replace(/^W/, 'w')}, with their
        own shifts as calendar entries. A mail that has left cannot be called back.
      </p>
      {week.problems.length > 0 && (
        <ul className="flex flex-col gap-1">
          {week.problems.map(({ name, why }) => (
            <li key={name}>
              <span className="font-medium">{name}</span> <span className="text-muted">{why}</span>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={`Type the week’s Monday, ${week.weekOf}`}
        value={typed}
        onChange={setTyped}
        error={fields.typed}
        autoComplete="off"
        autoFocus
        mono
      />
    </FormDialog>
  )
}
