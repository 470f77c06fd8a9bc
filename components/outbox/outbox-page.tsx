'use client'

import { useState } from 'react'
import { ChoiceBar } from '@/components/outbox/choice-bar'
import { HoldCard } from '@/components/outbox/hold-card'
import { MessageList } from '@/components/outbox/message-list'
import type { OutboxActions } from '@/components/outbox/outbox-actions'
import { OutboxEmpty } from '@/components/outbox/outbox-empty'
import { RecipientSearch } from '@/components/outbox/recipient-search'
import { ResultsNotice } from '@/components/outbox/results-notice'
import { useLiveOutbox } from '@/components/outbox/use-live-outbox'
import { WaitingCard } from '@/components/outbox/waiting-card'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { type Filter, FilterChips } from '@/components/ui/filter-chips'
import { withFilter } from '@/components/ui/filter-params'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { outboxSentence } from '@/lib/messages/labels'
import type { OutboxView, RowResult } from '@/lib/messages/outbox/schema'

type Props = {
  initial: OutboxView
  /** The filters and the place in the list, as the address says them. */
  query: string
  filters: Filter[]
  /** No mail server is set. */
  captures: boolean
  actions: OutboxActions
}

/** Every message: what needs a decision first, then all of them, newest first and live. */
export function OutboxPage({ initial, query, filters, captures, actions }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<RowResult[]>([])
  const [isPointed, setPointed] = useState(false)
  const [list, setList] = useState(query)
  if (list !== query) {
    // Another list: what was chosen in the last one must not be decided from here.
    setList(query)
    setChosen(new Set())
    setResults([])
  }
  const url = `/outbox/live${query ? `?${query}` : ''}`
  const { view, news, show } = useLiveOutbox(url, initial, isPointed || chosen.size > 0)
  const free = view.rows.filter(({ decisions }) => decisions.length > 0)
  const picked = free.filter(({ id }) => chosen.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((other) => other !== id)))
  const chooseNone = () => setChosen(new Set())
  const decided = (rows: RowResult[]) => {
    setResults(rows.length > 1 ? rows : [])
    chooseNone()
  }
  return (
    <>
      <PageHead title="Outbox" sentence={outboxSentence(view.counts, captures)} />
      {view.hold && <HoldCard hold={view.hold} confirm={actions.confirmRestore} />}
      <ResultsNotice rows={results} onClose={() => setResults([])} />
      <WaitingCard
        groups={view.waiting}
        more={view.waitingMore}
        actions={actions}
        leads={!view.hold}
        onResults={decided}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <RecipientSearch />
        <FilterChips filters={filters} />
        {news > 0 && (
          <span className="ml-auto">
            <Button size="sm" icon="arrow-up" onPress={show}>
              {news} new: show
            </Button>
          </span>
        )}
      </div>
      {/* What has the focus never lies under the bar of the chosen. */}
      <div
        className="[&_:is(a,input)]:scroll-mb-28 max-md:[&_:is(a,input)]:scroll-mb-64"
        onPointerEnter={(event) => setPointed(event.pointerType === 'mouse')}
        onPointerLeave={() => setPointed(false)}
      >
        <Card>
          {free.length > 1 && (
            <div className="border-b border-line px-4 py-1.5 print:hidden">
              <Checkbox
                checked={picked.length === free.length}
                indeterminate={picked.length > 0 && picked.length < free.length}
                onChange={(checked) => setChosen(new Set(checked ? free.map(({ id }) => id) : []))}
              >
                <span className="text-sm text-muted">Choose all {free.length} on this page that can be decided</span>
              </Checkbox>
            </div>
          )}
          {view.rows.length > 0 ? (
            <MessageList rows={view.rows} chosen={chosen} onChoose={choose} />
          ) : (
            <OutboxEmpty query={query} />
          )}
        </Card>
      </div>
      {picked.length > 0 && <ChoiceBar rows={picked} actions={actions} onResults={decided} onNone={chooseNone} />}
      <Places query={query} older={view.older} />
    </>
  )
}

/** The pages of the list. Each has its address, so a link shows the same place. */
function Places({ query, older }: { query: string; older: string | null }) {
  const isDeep = new URLSearchParams(query).has('cursor')
  if (!isDeep && older === null) return null
  const newest = withFilter(query, 'cursor', null)
  return (
    <nav aria-label="Pages of the list" className="mt-3 flex flex-wrap gap-2">
      {isDeep && (
        <LinkButton href={`/outbox${newest}`} size="sm" icon="arrow-up">
          Newest
        </LinkButton>
      )}
      {older !== null && (
        <LinkButton href={`/outbox${withFilter(query, 'cursor', older)}`} size="sm" icon="arrow-down">
          Older
        </LinkButton>
      )}
    </nav>
  )
}
