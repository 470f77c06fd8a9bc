import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import type { AttemptView } from '@/lib/messages/outbox/schema'

/** What came of each attempt, in words; what the other side said word for word in small. */
export function AttemptsCard({ attempts }: { attempts: AttemptView[] }) {
  return (
    <Card title="Attempts" aside={attempts.length > 0 ? <span className="num">{attempts.length}</span> : 'none yet'}>
      {attempts.length > 0 && (
        <ol className="divide-y divide-line text-sm">
          {attempts.map(({ key, at, mark, says, by, evidence }) => (
            <li key={key} className="px-4 py-2.5">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <Badge tone={mark.tone} icon={mark.icon}>
                  {mark.label}
                </Badge>
                <Time iso={at.iso} label={at.label} className="text-xs text-faint" />
              </p>
              <p className="mt-1 text-muted">{says}</p>
              {(evidence || by) && (
                <p className="mt-0.5 font-mono text-xs break-words text-faint">
                  {[by, evidence].filter(Boolean).join(': ')}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
