'use client'

import { relativeWords } from '@/components/ui/relative-words'
import { utcText } from '@/components/ui/time'
import { useNow } from '@/components/ui/use-now'

/** 'in 14 hours', beside a time and never instead of it. `now` is the server's instant when the page was made. */
export function RelativeTime({ iso, now, className = '' }: { iso: string; now: string; className?: string }) {
  const current = useNow(now, 1000)
  return (
    <time dateTime={iso} title={utcText(iso)} className={`whitespace-nowrap ${className}`}>
      {relativeWords(Date.parse(iso) - current)}
    </time>
  )
}
