'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { Card, CardBody } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { Looked } from '@/components/wizard/roster-grid'
import { useRead } from '@/components/wizard/use-read'
import { headWords } from '@/lib/roster/seats/labels'
import type { WeekView } from '@/lib/roster/week/schema'
import type { WhyView } from '@/lib/roster/why/schema'

/** So long the focus rests before its reason is asked for: an arrow key that is held asks for nothing. */
const REST_MS = 350

type Props = { week: WeekView; looked: Looked | null; isBusy: boolean }

/** Why the cell that has the focus is as it is; of a column's head, what the shift lacks. */
export function WhyCard({ week, looked, isBusy }: Props) {
  const rested = useRested(looked)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On the phone it stands beneath the grid: whoever asked is taken there.
    if (rested?.aloud) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [rested])
  if (week.people.length === 0 || week.shifts.length === 0) return null
  return (
    <div ref={frame} className="scroll-m-4 max-md:scroll-mb-36">
      <Reason week={week} looked={rested} isBusy={isBusy} />
    </div>
  )
}

function Reason({ week, looked, isBusy }: Props) {
  const shift = week.shifts.find(({ id }) => id === looked?.shiftId)
  if (!looked || !shift)
    return (
      <Card title="Why">
        <CardBody className="text-sm text-muted">
          Go to a cell to read why somebody works a shift, or why not. Press <kbd>?</kbd> for the keys.
        </CardBody>
      </Card>
    )
  if (looked.tenderId === null)
    return (
      <Card title={shift.name}>
        <CardBody className="text-sm">
          <p aria-live={looked.aloud ? 'polite' : 'off'}>
            {headWords(shift, week.hasRoster, week.state !== 'DRAFT').slice(shift.name.length + 2)}.
          </p>
          <p className="mt-1 text-muted">
            {shift.when}, {shift.role}
          </p>
        </CardBody>
      </Card>
    )
  return <PairWhy week={week} tenderId={looked.tenderId} shiftId={shift.id} aloud={looked.aloud} isBusy={isBusy} />
}

function PairWhy({
  week,
  tenderId,
  shiftId,
  aloud,
  isBusy,
}: {
  week: WeekView
  tenderId: string
  shiftId: string
  aloud: boolean
  isBusy: boolean
}) {
  // While a change is on its way there is no roster to give a reason of.
  const key = isBusy ? null : ['why', week.id, week.version, tenderId, shiftId]
  const query = new URLSearchParams({ tenderId, shiftId })
  const { data, error } = useRead<WhyView>(key, `/roster/${week.id}/why?${query}`)
  const name = week.people.find(({ id }) => id === tenderId)?.name ?? ''
  const shift = week.shifts.find(({ id }) => id === shiftId)?.name ?? ''
  return (
    <Card title={data?.title ?? `${name} on ${shift}`}>
      <CardBody className="flex flex-col gap-2 text-sm">
        <div aria-live={aloud ? 'polite' : 'off'} className="flex flex-col gap-2">
          {data && <p>{data.text}</p>}
          {data?.note && <p className="text-act">{data.note}</p>}
          {error && <p className="text-bad">{error.message}</p>}
          {!data && !error && <Skeleton className="h-10 w-full" />}
        </div>
        {data?.ledger && <p className="text-muted">{data.ledger}</p>}
      </CardBody>
    </Card>
  )
}

/** What is looked at, once it has been for a while; at once when it was asked for. */
function useRested(looked: Looked | null): Looked | null {
  const [rested, setRested] = useState(looked)
  useEffect(() => {
    if (looked === null) return
    const timer = setTimeout(() => setRested(looked), looked.aloud ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [looked])
  return rested
}

/** What is looked at. To look at the same cell again, as the focus comes back to it, takes nothing from what was asked aloud. */
export function useLooked(): [Looked | null, (at: Looked) => void] {
  const [looked, setLooked] = useState<Looked | null>(null)
  const look = useCallback((at: Looked) => {
    setLooked((now) => (!at.aloud && now?.tenderId === at.tenderId && now.shiftId === at.shiftId ? now : at))
  }, [])
  return [looked, look]
}
