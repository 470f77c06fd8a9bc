'use client'

import { type ReactNode, useCallback, useRef } from 'react'
import { TimelineGroups } from '@/components/timeline/timeline-groups'
import { TimelineLine } from '@/components/timeline/timeline-line'
import { useLiveTimeline } from '@/components/timeline/use-live-timeline'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { TimelinePage } from '@/lib/timeline/rules'

export type TimelineProps = {
  /** What the list holds; read out. */
  label: string
  /** The first page, as the server brought it. Another list needs another `key`. */
  page: TimelinePage
  /** Where the same page is had as JSON, with its filters. */
  url: string
  /** Filters, above the list. */
  head?: ReactNode
  /** What stands here while there is nothing. */
  empty: ReactNode
  /** In a card of its subject's page: without the subject's name, its frame is the caller's. */
  compact?: boolean
  /** Each subject's rows together. */
  grouped?: boolean
}

/** The record as people read it, newest first and live. What is new never moves what somebody points at. */
export function Timeline({ label, page, url, head, empty, compact = false, grouped = false }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null)
  const { hold, isHeld } = useHold(list)
  const { shown, news, show, more, older, live } = useLiveTimeline(page, url, isHeld)
  const showNew = () => {
    show()
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  const rows = (
    <ol
      aria-label={label}
      className={compact ? '' : 'lg:grid lg:grid-cols-[auto_minmax(9rem,2fr)_auto_minmax(9rem,3fr)_auto]'}
    >
      {shown.rows.map((row) => (
        <TimelineLine
          key={row.key}
          row={row}
          look={compact ? 'compact' : 'wide'}
          glows={shown.fresh.includes(row.key)}
        />
      ))}
    </ol>
  )
  return (
    <div>
      {!compact && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          {head && <div className="min-w-0">{head}</div>}
          <LiveMark live={live} />
        </div>
      )}
      <div ref={list} tabIndex={-1} className="relative scroll-mt-14 outline-none" {...hold}>
        <NewMark count={news} onShow={showNew} />
        <Body framed={!compact && !(grouped && shown.rows.length > 0)}>
          {shown.rows.length === 0 ? empty : grouped ? <TimelineGroups rows={shown.rows} fresh={shown.fresh} /> : rows}
        </Body>
      </div>
      <div className={`flex flex-wrap items-center gap-3 ${compact ? 'border-t border-line px-4 py-1.5' : 'mt-3'}`}>
        {shown.older !== null && (
          <Button
            size="sm"
            variant={compact ? 'ghost' : 'plain'}
            pending={older === 'loading'}
            onPress={() => void more()}
          >
            Show older
          </Button>
        )}
        <p role="status" className="text-sm text-bad">
          {older === 'failed' && 'The older ones did not come. Press again.'}
        </p>
        {compact && <LiveMark live={live} />}
      </div>
    </div>
  )
}

const Body = ({ framed, children }: { framed: boolean; children: ReactNode }) =>
  framed ? <Card>{children}</Card> : children

/** Whether the reader is busy with the list: a pointer rests on it, a key went into it, or its top is out of sight. */
function useHold(list: React.RefObject<HTMLDivElement | null>) {
  const pointed = useRef(false)
  const isHeld = useCallback(() => {
    const element = list.current
    if (!element) return false
    const focused = element !== document.activeElement && element.contains(document.activeElement)
    return pointed.current || focused || element.getBoundingClientRect().top < 0
  }, [list])
  const hold = {
    onPointerEnter: (event: React.PointerEvent) => {
      pointed.current = event.pointerType === 'mouse'
    },
    onPointerLeave: () => {
      pointed.current = false
    },
  }
  return { hold, isHeld }
}

function NewMark({ count, onShow }: { count: string | null; onShow: () => void }) {
  return (
    <div className="sticky top-6 z-10 flex h-0 justify-center print:hidden" role="status">
      {count !== null && (
        <span className="h-fit -translate-y-1/2 rounded-md bg-surface shadow-raised">
          <Button size="sm" icon="arrow-up" onPress={onShow}>
            {count} new: show
          </Button>
        </span>
      )}
    </div>
  )
}

function LiveMark({ live }: { live: boolean }) {
  return (
    <span role="status" className="ml-auto flex items-center gap-1.5 text-xs text-muted print:hidden">
      <span aria-hidden className={`size-1.5 rounded-full ${live ? 'bg-good' : 'bg-act'}`} />
      {live ? 'live' : 'not live: asking again'}
    </span>
  )
}
