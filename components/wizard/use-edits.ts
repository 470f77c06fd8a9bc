'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Result } from '@/components/ui/result'
import { say } from '@/components/ui/toast'
import { useCommand } from '@/components/ui/use-command'
import type { Move, WeekActions } from '@/components/wizard/week-actions'
import { type GridPerson, rosterOf, withRoster } from '@/lib/roster/grid/rules'
import type { Change } from '@/lib/roster/schema'
import { changedWords, type Names } from '@/lib/roster/seats/labels'
import { afterChange, inverseOf } from '@/lib/roster/seats/rules'
import type { WeekView } from '@/lib/roster/week/schema'

/** @param said what the toast says once it is done; null while more of the same press follow */
type Edit = { change: Change; undo: Change[] | null; said: string | null }
/** The roster that a change made: what the next press is of, until the page brings it. */
type Made = { version: number; hash: string }
type Done = Made & { change: Change }

/**
 * The grid as the operator has changed it. Changes show at once and go to the server one after the other, each with
 * the version that the one before left; a refused one is taken back with its sentence, and where the week changed
 * under them all that wait are.
 *
 * @param onOwn told the version that the operator's own change made, null while one is on its way, 0 once it is refused
 */
export function useEdits(week: WeekView, action: WeekActions['edit'], onOwn: (version: number | null) => void) {
  const [queue, setQueue] = useState<Edit[]>([])
  const [done, setDone] = useState<Done[]>([])
  /** An answer was lost: nothing is sent again by itself. */
  const [stuck, setStuck] = useState(false)
  const answer = useRef<Result<unknown> | null>(null)

  const names = useMemo((): Names => {
    const people = new Map(week.people.map(({ id, name }) => [id, name]))
    const shifts = new Map(week.shifts.map(({ id, name }) => [id, name]))
    return { person: (id) => people.get(id) ?? 'This person', shift: (id) => shifts.get(id) ?? 'this shift' }
  }, [week.people, week.shifts])

  const ahead = done.filter(({ version }) => version > week.version)
  const roster = useMemo(() => {
    const changes = [...done.filter(({ version }) => version > week.version), ...queue]
    if (changes.length === 0) return null
    return changes.reduce((now, { change }) => afterChange(now, change), rosterOf(week.shifts, week.people))
  }, [done, queue, week])
  const people: GridPerson[] = useMemo(
    () => (roster ? withRoster(week.shifts, week.people, roster) : week.people),
    [roster, week.shifts, week.people],
  )

  const made = ahead.at(-1)
  const version = made?.version ?? week.version
  const { run, pending } = useCommand<Move & { change: Change }>({
    action: async (input) => {
      setStuck(false)
      answer.current = null
      onOwn(null)
      try {
        const result = await action(input)
        answer.current = result
        return result
      } catch (error) {
        setStuck(true)
        throw error
      }
    },
    onDone: (value) => {
      const [edit, ...rest] = queue
      if (!edit) return
      const made = value as Made
      onOwn(made.version)
      setDone([...ahead, { change: edit.change, ...made }])
      setQueue(rest)
      const { undo } = edit
      if (edit.said)
        say({
          tone: 'good',
          text: edit.said,
          ...(undo ? { action: { label: 'Undo', onPress: () => takeBack(undo) } } : {}),
        })
    },
    onRefused: () => {
      onOwn(0)
      const isBehind = answer.current?.ok === false && answer.current.code === 'conflict'
      setQueue((edits) => (isBehind ? [] : edits.slice(1)))
    },
  })

  const [first] = queue
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (first && !pending && !stuck) latest.current({ runId: week.id, version, change: first.change })
  }, [first, pending, stuck])

  const takeBack = (undo: Change[]) => {
    setStuck(false)
    setQueue((edits) => [
      ...edits,
      ...undo.map((change, at) => ({
        change,
        undo: null,
        said: at === undo.length - 1 ? 'Undone: it is as it was before.' : null,
      })),
    ])
  }
  const edit = (change: Change) => {
    setStuck(false)
    const now = roster ?? rosterOf(week.shifts, week.people)
    setQueue((edits) => [...edits, { change, undo: inverseOf(now, change), said: changedWords(change, names) }])
  }
  return {
    people,
    edit,
    /** The week with what the operator's own changes have made of it, for the other buttons to press on. */
    week: made ? { ...week, version: made.version, hash: made.hash } : week,
    isBusy: queue.length > 0 || pending,
  }
}
