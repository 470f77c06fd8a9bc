'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LookResult } from '@/components/settings/look-result'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { later } from '@/components/ui/later'
import { Notice } from '@/components/ui/notice'
import { readJson } from '@/components/ui/read-json'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { LOOK_MEANS } from '@/lib/server/preview/labels'
import type { LookAhead } from '@/lib/server/preview/schema'

const MomentForm = later(() => import('@/components/settings/moment-form').then((loaded) => loaded.MomentForm))

type Props = {
  presets: { preset: string; label: string }[]
  zone: string
  /** Where the field for another moment begins, on the zone's clocks. */
  suggested: string
}

/** Each press asks anew: what is due changes with the rows. */
type Asked = { name: 'preset' | 'local' | 'at'; value: string; press: number }

/** What the tick would do at a moment: now, soon, where the clocks change, or any other. Nothing is done. */
export function ClockCard({ presets, zone, suggested }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isTyping, setTyping] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['clock', asked],
    queryFn: () =>
      readJson<LookAhead>(`/settings/clock?${new URLSearchParams(asked ? { [asked.name]: asked.value } : {})}`),
    enabled: asked !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Otherwise a press made offline would wait, and say nothing.
    networkMode: 'always',
    // What is there stays until the answer comes, and with it the button that was pressed and its focus.
    placeholderData: keepPreviousData,
  })
  const ask = (name: Asked['name'], value: string) => setAsked({ name, value, press: (asked?.press ?? 0) + 1 })
  // Of a typed time the answer may be that there is no such one: it stands at its field.
  const ofField = isTyping && asked?.name === 'local' && error !== null ? error.message : null
  return (
    <Card title="What would the clock do?">
      <CardBody className="flex flex-col gap-3">
        <p className="text-sm text-muted">Choose a moment, and each part of the tick says what it would do then.</p>
        <div className="flex flex-wrap gap-2">
          {presets.map(({ preset, label }) => (
            <Button key={preset} pending={isFetching && asked?.value === preset} onPress={() => ask('preset', preset)}>
              {label}
            </Button>
          ))}
          <Button variant="ghost" icon="calendar-clock" aria-expanded={isTyping} onPress={() => setTyping(!isTyping)}>
            Another moment
          </Button>
        </div>
        {isTyping && (
          <MomentForm
            zone={zone}
            suggested={suggested}
            error={ofField}
            pending={isFetching && asked?.name === 'local'}
            onAsk={(local) => ask('local', local)}
          />
        )}
      </CardBody>
      {isFetching && !data && <Looking />}
      {!isFetching && error && ofField === null && (
        <div className="border-t border-line">
          <Notice
            bare
            live
            tone="bad"
            icon="circle-alert"
            title="The clock could not say"
            text={error.message}
            actions={<Button onPress={() => void refetch()}>Ask again</Button>}
          />
        </div>
      )}
      {data && <LookResult look={data} onOther={(iso) => ask('at', iso)} />}
      <CardFoot>{LOOK_MEANS}</CardFoot>
    </Card>
  )
}

function Looking() {
  return (
    <div className="border-t border-line">
      <Loading label="Each part is asked">
        <div className="px-4 py-3.5">
          <Skeleton className="h-4 w-56" />
        </div>
        <SkeletonRows count={3} />
      </Loading>
    </div>
  )
}
