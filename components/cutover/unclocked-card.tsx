import Link from 'next/link'
import { Card, CardFoot } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { UNCLOCKED_WORDS } from '@/lib/roster/cutover/labels'
import type { UnclockedView } from '@/lib/roster/cutover/schema'

/** Weeks from before the flip: whoever is used to the old clock would wait for them in vain. */
export function UnclockedCard({ weeks }: { weeks: readonly UnclockedView[] }) {
  return (
    <Card title={UNCLOCKED_WORDS.title}>
      <ul className="divide-y divide-line">
        {weeks.map(({ id, href, title, opens }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <Link
              href={href}
              className="min-w-0 flex-1 basis-56 rounded-sm font-medium underline-offset-2 hover:underline"
            >
              {title}
            </Link>
            <p className="text-sm text-muted">
              the old clock would have opened it <Time {...opens} />
            </p>
          </li>
        ))}
      </ul>
      <CardFoot>{UNCLOCKED_WORDS.text}</CardFoot>
    </Card>
  )
}
