'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { withFilter } from '@/components/ui/filter-params'
import { SegmentedChoice } from '@/components/ui/segmented-choice'
import type { Paper, Turn } from '@/lib/roster/sending/wall/schema'

const tone = 'open' as const
const PAPERS = [
  { value: 'a4', label: 'A4', tone },
  { value: 'letter', label: 'Letter', tone },
]
const TURNS = [
  { value: 'upright', label: 'Upright', tone },
  { value: 'sideways', label: 'On its side', tone },
]

/** Which paper, which way round, and the button that prints. What is chosen lives in the URL. */
export function WallBar({ paper, turn }: { paper: Paper; turn: Turn }) {
  const query = useSearchParams()
  const path = usePathname()
  const router = useRouter()
  const choose = (name: string) => (value: string) =>
    router.replace(`${path}${withFilter(query.toString(), name, value)}`, { scroll: false })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <SegmentedChoice label="Paper" segments={PAPERS} value={paper} onChange={choose('paper')} error={null} />
      <SegmentedChoice label="Turned" segments={TURNS} value={turn} onChange={choose('turn')} error={null} />
      <span className="ml-auto">
        <Button variant="primary" icon="printer" onPress={() => window.print()}>
          Print the roster
        </Button>
      </span>
    </div>
  )
}
