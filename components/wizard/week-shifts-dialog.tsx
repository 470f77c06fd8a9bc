'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { useCommand } from '@/components/ui/use-command'
import type { Move, WeekActions } from '@/components/wizard/week-actions'
import { WeekShiftForm } from '@/components/wizard/week-shift-form'
import { counted } from '@/lib/roster/labels'
import type { OwnShift } from '@/lib/roster/shifts/rules'
import type { WeekView } from '@/lib/roster/week/schema'

export type WeekShiftsProps = { week: WeekView; save: WeekActions['saveShift']; drop: WeekActions['dropShift'] }

type Task = { does: 'add' } | { does: 'change' | 'drop'; shift: OwnShift }

/** The list of a week's shifts, and the form of one of them in its place. */
export function WeekShiftsDialog({ week, save, drop, onClose }: WeekShiftsProps & { onClose: () => void }) {
  const [task, setTask] = useState<Task | null>(null)
  const back = () => setTask(null)
  const { run } = useCommand<Move & { shiftId: string }>({ action: drop })
  const move = { runId: week.id, version: week.version }
  if (task?.does === 'drop')
    return (
      <ConfirmDialog
        title={`Take ${task.shift.when} out of this week?`}
        confirmLabel="Take the shift out"
        danger
        isOpen
        onClose={back}
        onConfirm={() => run({ ...move, shiftId: task.shift.id })}
      >
        {dropWords(task.shift)}
      </ConfirmDialog>
    )
  if (task)
    return (
      <WeekShiftForm
        move={move}
        zone={week.zone}
        shift={task.does === 'change' ? task.shift : null}
        now={task.does === 'change' ? week.ownShifts.find(({ id }) => id === task.shift.id) : undefined}
        save={save}
        onClose={back}
      />
    )
  return (
    <Dialog
      title="The shifts of this week"
      isOpen
      wide
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onPress={onClose}>
            Done
          </Button>
          <Button icon="plus" onPress={() => setTask({ does: 'add' })}>
            Add a shift
          </Button>
        </>
      }
    >
      <p className="text-muted">What you change here is of this week alone: the weekly pattern and other weeks stay.</p>
      {week.state === 'APPROVED' && (
        <div className="mt-3">
          <Notice
            tone="act"
            icon="undo"
            title="This week is approved"
            text="A change takes the approval back. Read the roster through and approve it again."
          />
        </div>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {week.ownShifts.map((shift) => (
          <Row key={shift.id} shift={shift} onTask={setTask} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ shift, onTask }: { shift: OwnShift; onTask: (task: Task) => void }) {
  const { when, role, values, answers, toConfirm, taken } = shift
  const seats = `${counted(values.targetSeats, 'seat')}${taken > 0 ? `, ${taken} taken` : ''}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-56">
        <span className="num block font-medium">{when}</span>
        <span className="block text-xs text-muted">
          {role}
          {values.keyWanted && ', key holder wanted'} · {seats}
          {answers > 0 && ` · ${counted(answers, 'answer')}`}
        </span>
        {toConfirm > 0 && (
          <span className="flex items-center gap-1 text-xs text-act">
            <Icon name="calendar-clock" className="size-3.5" />
            {`${counted(toConfirm, 'answer')} from before its time changed`}
          </span>
        )}
      </span>
      <span className="flex gap-1">
        <Button size="sm" icon="pencil" aria-label={`Change ${when}`} onPress={() => onTask({ does: 'change', shift })}>
          Change
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon="x"
          aria-label={`Take out ${when}`}
          onPress={() => onTask({ does: 'drop', shift })}
        >
          Take out
        </Button>
      </span>
    </li>
  )
}

function dropWords({ answers, taken }: OwnShift): string {
  const seats = taken > 0 ? `${counted(taken, 'person loses', 'people lose')} a seat there. ` : ''
  const said =
    answers > 0
      ? `${counted(answers, 'person has', 'people have')} answered it: the form no longer asks for it, and what they said stays in the record.`
      : 'Nobody has answered it.'
  return `${seats}${said} It can be added again, and is then a new shift.`
}
