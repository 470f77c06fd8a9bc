'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MailParts } from '@/components/outbox/mail-card'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import { SelectField } from '@/components/ui/select-field'
import { Loading, SkeletonRows } from '@/components/ui/skeleton'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import type { ReminderView } from '@/lib/roster/answers/schema'
import { counted } from '@/lib/roster/labels'

type Props = { runId: string; remind: CommandAction<{ runId: string }>; onClose: () => void }

/** Exactly what goes out, and to whom, before the one press that sends it. */
export function RemindDialog({ runId, remind, onClose }: Props) {
  const [person, setPerson] = useState<string | null>(null)
  const preview = useQuery({
    queryKey: ['reminder', runId, person],
    queryFn: () => readJson<ReminderView>(`/roster/${runId}/reminder${person ? `?person=${person}` : ''}`),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: 1,
  })
  const { run, pending } = useCommand<{ runId: string }>({ action: remind, onDone: onClose })
  const view = preview.data
  const count = view?.due.length ?? 0
  const lock = view ? view.locked : preview.isError ? 'The preview did not come.' : 'The preview is on its way.'
  return (
    <Dialog
      title="Remind those who have not answered"
      isOpen
      wide
      sticky
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onPress={onClose}>
            Leave it
          </Button>
          <Button variant="primary" icon="send" pending={pending} lockedReason={lock} onPress={() => run({ runId })}>
            {count > 0 ? `Send ${counted(count, 'reminder')}` : 'Send the reminders'}
          </Button>
        </>
      }
    >
      {preview.isError && !view && (
        <Notice
          tone="bad"
          icon="wifi-off"
          title="The preview did not come"
          text="Nothing is sent. Ask for it again."
          actions={<Button onPress={() => void preview.refetch()}>Try again</Button>}
          live
        />
      )}
      {!view && !preview.isError && (
        <Loading label="The preview is on its way">
          <SkeletonRows count={5} />
        </Loading>
      )}
      {view && <Preview view={view} onPerson={setPerson} />}
    </Dialog>
  )
}

function Preview({ view, onPerson }: { view: ReminderView; onPerson: (tenderId: string) => void }) {
  const { due, without, before, shown } = view
  const first = due.filter((one) => one.first)
  return (
    <div className="flex flex-col gap-4">
      {due.length > 0 && (
        <p>
          {counted(due.length, 'person gets', 'people get')} one mail now. Nobody is reminded twice, whoever presses,
          and whoever answers before it leaves gets none.
          {first.length > 0 &&
            ` ${counted(first.length, 'person has', 'people have')} not been asked yet: theirs is the invitation, with a link of their own.`}
        </p>
      )}
      <Names
        title="They get it"
        of={due.map(({ tenderId, name, first: isFirst }) => ({ tenderId, name, note: isFirst ? 'first time' : '' }))}
      />
      <Names title="Cannot be written to" of={without.map(({ why, ...one }) => ({ ...one, note: why }))} />
      <Names title="Written to before" of={before.map(({ words, ...one }) => ({ ...one, note: words }))} />
      {shown && (
        <section aria-label="The mail" className="flex flex-col gap-3 border-t border-line pt-4">
          {due.length > 1 && (
            <SelectField
              label="As it goes to"
              options={due.map(({ tenderId, name, first: isFirst }) => ({
                value: tenderId,
                label: name,
                ...(isFirst ? { note: 'asked for the first time' } : {}),
              }))}
              value={shown.tenderId}
              onChange={onPerson}
            />
          )}
          <p className="break-words">
            <span className="text-muted">Subject: </span>
            {shown.mail.subject}
          </p>
          <MailParts key={shown.tenderId} mail={shown.mail} />
        </section>
      )}
    </div>
  )
}

/** More names than these are folded away; the count says how many there are. */
const FOLDED = 12

function Names({ title, of: people }: { title: string; of: { tenderId: string; name: string; note: string }[] }) {
  if (people.length === 0) return null
  const list: ReactNode = (
    <ul className="mt-1 flex flex-col gap-0.5">
      {people.map(({ tenderId, name, note }) => (
        <li key={tenderId} className="break-words">
          {name}
          {note && <span className="text-muted"> · {note}</span>}
        </li>
      ))}
    </ul>
  )
  return people.length > FOLDED ? (
    <details>
      <summary className="font-medium">{`${title}: ${people.length}`}</summary>
      {list}
    </details>
  ) : (
    <div>
      <h3 className="font-medium">{`${title}: ${people.length}`}</h3>
      {list}
    </div>
  )
}
