'use client'

import { Button } from 'react-aria-components'
import { useShell } from '@/components/shell/shell-context'
import type { ShellStatus } from '@/components/shell/shell-types'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { relativeWords } from '@/components/ui/relative-words'
import { utcText } from '@/components/ui/time'
import { useNow } from '@/components/ui/use-now'

/** The right of the header: the palette, the pulse of the tick, the company's time. */
export function StatusStrip() {
  const { status, openPalette } = useShell()
  return (
    <div className="flex shrink-0 items-center gap-4 text-xs text-muted max-md:gap-2">
      <Button
        onPress={openPalette}
        aria-label="Find or do"
        className="flex min-h-7 items-center gap-1.5 rounded-md px-1.5 transition-colors duration-150 hover:text-ink max-md:size-11 max-md:justify-center"
      >
        <Icon name="search" className="size-3.5 max-md:size-4" />
        <span className="max-md:hidden">Find or do</span>
        <span className="max-md:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </Button>
      <TickPulse status={status} />
      <LocalTime status={status} />
    </div>
  )
}

function TickPulse({ status }: { status: ShellStatus }) {
  const now = useNow(status.now, 1000)
  const { lastAt, silent } = status.tick
  const since = lastAt ? `tick ${relativeWords(Math.min(0, Date.parse(lastAt) - now))}` : 'no tick yet'
  return (
    <span className="flex items-center gap-1.5" title={lastAt ? utcText(lastAt) : undefined}>
      <span aria-hidden className={`size-1.5 rounded-full ${silent ? 'bg-bad' : 'bg-good'}`} />
      <span className={`max-md:sr-only ${silent ? 'text-bad' : ''}`}>{since}</span>
    </span>
  )
}

/** The offset comes from the server with each poll, so the browser needs no zone data of its own. */
function LocalTime({ status }: { status: ShellStatus }) {
  const now = useNow(status.now, 5000)
  const { zone, offset, abbreviation } = status.clock
  const local = new Date(now + offset * 60_000).toISOString().slice(11, 16)
  return (
    <time
      dateTime={status.now}
      title={utcText(new Date(now).toISOString())}
      className="whitespace-nowrap max-lg:hidden"
    >
      {zone} · {local} {abbreviation}
    </time>
  )
}
