'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { MailCard } from '@/components/outbox/mail-card'
import { MailTrouble } from '@/components/roster/mail-trouble'
import { Card } from '@/components/ui/card'
import { IconButton } from '@/components/ui/icon-button'
import { Kbd } from '@/components/ui/kbd'
import { PickList } from '@/components/ui/pick-list'
import { SearchField } from '@/components/ui/search-field'
import { useHotkey } from '@/components/ui/use-hotkey'
import { counted } from '@/lib/roster/labels'
import type { MailsView, RecipientView } from '@/lib/roster/sending/schema'

type Props = { view: Extract<MailsView, { stage: 'preview' }> }

const itemOf = ({ id, name, shifts, trouble }: RecipientView) => ({
  id,
  label: name,
  note: trouble ? trouble.why : shifts === 0 ? 'No shift' : counted(shifts, 'shift'),
  ...(trouble ? { icon: trouble.lost ? ('mail-x' as const) : ('mail-question' as const), tone: 'act' as const } : {}),
})

/** Everybody who gets a mail beside the mail that they get: through all of them by J and K or the arrow keys. */
export function MailReader({ view }: Props) {
  const { recipients, chosen } = view
  const router = useRouter()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const [loading, load] = useTransition()
  const wanted = search.trim().toLowerCase()
  const found = recipients.filter(({ name, address }) => `${name} ${address ?? ''}`.toLowerCase().includes(wanted))
  // While a mail is on its way the list is ahead of it.
  const here = (loading && asked) || (chosen?.id ?? null)
  const at = found.findIndex(({ id }) => id === here)
  const show = (id: string) => {
    setAsked(id)
    load(() => router.replace(`/roster/${view.runId}/mails?to=${id}`, { scroll: false }))
  }
  const step = (by: 1 | -1) => {
    const next = found[at < 0 ? 0 : at + by]
    if (next) show(next.id)
  }
  useHotkey({ key: 'j' }, () => step(1))
  useHotkey({ key: 'k' }, () => step(-1))

  const person = recipients.find(({ id }) => id === chosen?.id)
  const isTroubled = recipients.some(({ trouble }) => trouble)
  const groups = [
    { title: 'Problems', items: found.filter(({ trouble }) => trouble).map(itemOf) },
    { title: isTroubled ? 'Everybody else' : 'Everybody', items: found.filter(({ trouble }) => !trouble).map(itemOf) },
  ].filter(({ items }) => items.length > 0)
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
      <Card title="Recipients" aside={<span className="num">{recipients.length}</span>} className="lg:sticky lg:top-4">
        <div className="border-b border-line px-3 py-2">
          <SearchField label="Find a person" value={search} onChange={setSearch} />
        </div>
        <PickList
          label="Recipients"
          groups={groups}
          selected={here}
          onSelect={show}
          empty="Nobody of this name or address gets a mail of this week."
        />
      </Card>
      {person && (
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-56">
              <h2 className="text-base font-medium break-words" aria-live="polite">
                {person.name}
              </h2>
              <p className="text-sm break-words text-muted">
                {chosen?.mail ? `“${chosen.mail.subject}”. Personal links in it open once it is sent.` : 'No mail.'}
              </p>
            </div>
            <div className="flex items-center gap-1 text-sm text-muted">
              <IconButton icon="arrow-up" label="Previous person" onPress={() => step(-1)} />
              <span className="num">{at < 0 ? `${found.length} found` : `${at + 1} of ${found.length}`}</span>
              <IconButton icon="arrow-down" label="Next person" onPress={() => step(1)} />
              <span className="flex items-center gap-1 text-xs max-md:hidden">
                <Kbd>J</Kbd> next, <Kbd>K</Kbd> previous
              </span>
            </div>
          </div>
          <div aria-busy={loading} className={`flex min-w-0 flex-col gap-4 ${loading ? 'opacity-60' : ''}`}>
            {person.trouble && <MailTrouble person={person} rosterId={view.rosterId} />}
            {chosen?.mail && <MailCard key={chosen.id} mail={chosen.mail} />}
          </div>
        </div>
      )}
    </div>
  )
}
