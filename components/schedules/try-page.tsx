'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { FireStrip } from '@/components/schedules/fire-strip'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHead } from '@/components/ui/page-head'
import { readJson } from '@/components/ui/read-json'
import { SegmentedChoice } from '@/components/ui/segmented-choice'
import { TextField } from '@/components/ui/text-field'
import type { TrialView } from '@/lib/schedules/trial/schema'

type Input = TrialView['input']
type Props = { initial: TrialView; sentence: string; hints: { cron: string; zone: string; jitter: string } }

/** How long nobody types before the times are asked for, in ms. */
const PAUSE_MS = 250

const queryOf = (input: Input): string => {
  const given = Object.entries(input).filter(([, value]) => value.trim() !== '')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** What was typed, once nobody has typed for a moment. The address follows, so that it can be shared. */
function useSettled(input: Input): Input {
  const [settled, setSettled] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(input)
      window.history.replaceState(null, '', `/schedules/try${queryOf(input)}`)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [input])
  return settled
}

/** A field that says what any cron in any zone would do, or why none could. */
export function TryPage({ initial, sentence, hints }: Props) {
  const [input, setInput] = useState(initial.input)
  const settled = useSettled(input)
  const set = (change: Partial<Input>) => setInput((before) => ({ ...before, ...change }))
  const { data, error, isFetching } = useQuery({
    queryKey: ['schedules', 'try', queryOf(settled)],
    queryFn: () => readJson<TrialView>(`/schedules/try/live${queryOf(settled)}`),
    placeholderData: (before) => before ?? initial,
    ...(queryOf(settled) === queryOf(initial.input) ? { initialData: initial } : {}),
  })
  const trial = (data ?? initial).trial
  const faultOf = (field: string) => (trial && !trial.ok && trial.field === field ? trial.sentence : null)
  return (
    <>
      <PageHead title="Try a cron" sentence={sentence} />
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
        <Card title="What to try" padded>
          <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
            <TextField
              label="Cron"
              hint={hints.cron}
              placeholder="5 7 * * 1-5"
              value={input.cron}
              onChange={(cron) => set({ cron })}
              error={faultOf('cron')}
              autoComplete="off"
            />
            <TextField
              label="Zone"
              hint={hints.zone}
              value={input.zone}
              onChange={(zone) => set({ zone })}
              error={faultOf('zone')}
              autoComplete="off"
            />
            <TextField
              label="Jitter"
              hint={hints.jitter}
              placeholder="0"
              inputMode="numeric"
              value={input.jitter}
              onChange={(jitter) => set({ jitter })}
              error={faultOf('jitter')}
              autoComplete="off"
            />
            <div>
              <p className="mb-1 text-sm text-muted">Where the clocks show an hour twice, it fires</p>
              <SegmentedChoice
                label="Where the clocks show an hour twice, it fires"
                segments={[
                  { value: 'first', label: 'once', tone: 'quiet' },
                  { value: 'both', label: 'in both passes', tone: 'quiet' },
                ]}
                value={input.repeats === 'both' ? 'both' : 'first'}
                onChange={(repeats) => set({ repeats })}
                error={null}
              />
            </div>
          </form>
        </Card>
        <Card title="What it does" aside={trial?.ok ? trial.zone : null}>
          <div aria-live="polite" aria-busy={isFetching}>
            <Answer trial={trial} error={error?.message ?? null} />
          </div>
        </Card>
      </div>
    </>
  )
}

function Answer({ trial, error }: { trial: TrialView['trial']; error: string | null }) {
  if (error) return <Line>{error}</Line>
  if (!trial)
    return (
      <EmptyState
        icon="flask-conical"
        title="Nothing is typed yet"
        text="The next ten times come up here, with what the clocks of the zone do to them."
      />
    )
  if (!trial.ok)
    return (
      <Line>
        {/* Beside its field for the eye; read out here, since this part is live. */}
        <span className="sr-only">{trial.sentence} </span>
        The next times come up here once the fields are right.
      </Line>
    )
  return (
    <>
      <CardBody>
        <p className="text-lg font-medium">{trial.sentence}</p>
      </CardBody>
      <div className="border-t border-line">
        <FireStrip cells={trial.cells} label="The next times" />
      </div>
      <CardFoot>
        <span className="flex flex-col gap-1">
          {trial.notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </span>
      </CardFoot>
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => <p className="px-4 py-3.5 text-sm text-muted">{children}</p>
