'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import { Loading, SkeletonRows } from '@/components/ui/skeleton'
import { CHOICE_WORDS } from '@/lib/roster/answers/labels'
import type { AnswerLine, FullAnswer } from '@/lib/roster/answers/schema'
import { counted } from '@/lib/roster/labels'

type Props = { runId: string; line: AnswerLine; onClose: () => void }

const MARKS = {
  yes: { tone: 'good', icon: 'check' },
  if_needed: { tone: 'act', icon: 'circle-dashed' },
  no: { tone: 'quiet', icon: 'minus' },
} as const

/** One person's answer in full: each shift, the most they want, their note. */
export function AnswerDialog({ runId, line, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['answer', runId, line.tenderId, line.at?.iso],
    queryFn: () => readJson<FullAnswer>(`/roster/${runId}/answers/${line.tenderId}`),
    gcTime: 0,
    retry: 1,
  })
  return (
    <Dialog title={line.name} isOpen onClose={onClose}>
      {error && (
        <Notice
          tone="bad"
          icon="wifi-off"
          title="The answer did not come"
          text={error.message}
          actions={<Button onPress={() => void refetch()}>Try again</Button>}
          live
        />
      )}
      {!data && !error && (
        <Loading label="The answer is on its way">
          <SkeletonRows count={4} />
        </Loading>
      )}
      {data && <Answer answer={data} />}
    </Dialog>
  )
}

function Answer({ answer }: { answer: FullAnswer }) {
  const { saved, counts, most, note, shifts } = answer
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {`Answered ${saved}. ${counts ? '' : 'It came late and does not count yet. '}`}
        {most === null ? 'They set no limit of shifts.' : `At most ${counted(most, 'shift')} this week.`}
      </p>
      {note && <p className="break-words">“{note}”</p>}
      <ul className="divide-y divide-line border-y border-line">
        {shifts.map(({ id, when, role, choice, was }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="num font-medium">{when}</span> <span className="text-muted">{role}</span>
              {was && <span className="block text-xs text-act">Said of {was}: to be confirmed</span>}
            </span>
            {choice ? (
              <Badge {...MARKS[choice]}>{CHOICE_WORDS[choice]}</Badge>
            ) : (
              <Badge tone="act" icon="circle-help">
                Not asked then
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
