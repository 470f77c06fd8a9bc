'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { FairnessTable } from '@/components/roster/fairness-table'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { later } from '@/components/ui/later'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import { Loading, SkeletonRows } from '@/components/ui/skeleton'
import { endsOf } from '@/lib/roster/fairness/rules'
import type { FairnessView } from '@/lib/roster/fairness/schema'
import { counted } from '@/lib/roster/labels'

const FairnessLedger = later(() =>
  import('@/components/roster/fairness-ledger').then((loaded) => loaded.FairnessLedger),
)

const Reading = () => (
  <Loading label="The ledger is being read">
    <SkeletonRows count={8} />
  </Loading>
)

const FairnessChart = dynamic(() => import('@/components/roster/fairness-chart').then((m) => m.FairnessChart), {
  ssr: false,
  loading: Reading,
})

/** As many bars as a glance takes in. */
const FIT = 24

/** Whether the frame has come near what is in sight: neither the chart nor its figures are loaded before. */
function useSeen(frame: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return seen
}

/** How even the work of half a year was: a bar a person, the weeks behind each, and the same figures as a table. */
export function FairnessCard({ runId }: { runId: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const { data, isError, refetch } = useQuery({
    queryKey: ['fairness', runId],
    queryFn: () => readJson<FairnessView>(`/roster/${runId}/fairness`),
    enabled: seen,
    staleTime: 60_000,
  })
  const [isTable, setTable] = useState(false)
  return (
    <div ref={frame} className="min-w-0">
      <Card
        title={data?.title ?? 'Fairness'}
        aside={
          data && data.people.length > 0 ? (
            <Button variant="ghost" size="sm" onPress={() => setTable(!isTable)}>
              {isTable ? 'Show the chart' : 'Show the figures'}
            </Button>
          ) : null
        }
      >
        {data ? (
          <Balances view={data} isTable={isTable} />
        ) : isError ? (
          <Notice
            bare
            tone="bad"
            icon="circle-alert"
            title="The ledger could not be read"
            text="The rest of the page is as it was."
            actions={<Button onPress={() => void refetch()}>Read it again</Button>}
          />
        ) : (
          <Reading />
        )}
      </Card>
    </div>
  )
}

function Balances({ view, isTable }: { view: FairnessView; isTable: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  // The same rows as long as they are: a chart that renders again drops the focus of its bars.
  const { rows, left } = useMemo(
    () => endsOf(view.people, isWhole ? Number.POSITIVE_INFINITY : FIT),
    [view.people, isWhole],
  )
  const person = view.people.find(({ id }) => id === opened)
  if (view.people.length === 0)
    return (
      <EmptyState
        icon="users"
        title="No tenders yet"
        text="Each of them gets a bar here: how far from an even share."
      />
    )
  return (
    <>
      <CardBody className="text-sm">
        {view.sentence}{' '}
        <span className="text-muted">
          Once the seats are filled, the picker evens this out; each week counts 5 % less than the one after it.
        </span>
      </CardBody>
      {isTable ? (
        <FairnessTable people={rows} onOpen={setOpened} />
      ) : (
        <FairnessChart people={rows} onOpen={setOpened} />
      )}
      {view.people.length > FIT && (
        <CardFoot>
          <span className="flex-1">
            {left > 0
              ? `The ${FIT / 2} most above and the ${FIT / 2} most below; ${counted(left, 'person lies', 'people lie')} between.`
              : ''}
          </span>
          <Button variant="ghost" onPress={() => setWhole(!isWhole)}>
            {isWhole ? `Show ${FIT}` : `Show all ${view.people.length}`}
          </Button>
        </CardFoot>
      )}
      {person && <FairnessLedger person={person} weeks={view.weeks} onClose={() => setOpened(null)} />}
    </>
  )
}
