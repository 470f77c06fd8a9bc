'use client'

import { useState } from 'react'
import { type Shift, ShiftDialog, type ShiftValues } from '@/components/roster/shift-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { type Column, Table } from '@/components/ui/table'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { dayName, endWords } from '@/lib/roster/people/rules'

type Active = { id: string; active: boolean }
export type ShiftActions = { save: CommandAction<ShiftValues>; setActive: CommandAction<Active> }
type Props = { rosterId: string; zone: string; shifts: Shift[]; actions: ShiftActions }

const columns: Column[] = [
  { key: 'day', head: 'Day', nowrap: true },
  { key: 'time', head: 'Time', nowrap: true },
  { key: 'role', head: 'What is done' },
  { key: 'seats', head: 'People', nowrap: true },
  { key: 'menu', head: '', says: 'What can be done', align: 'right' },
]

export function AddShift({ rosterId, zone, save }: { rosterId: string; zone: string; save: ShiftActions['save'] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon="plus" onPress={() => setOpen(true)}>
        Add a shift
      </Button>
      {open && <ShiftDialog rosterId={rosterId} zone={zone} shift={null} save={save} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The weekly pattern, Monday first; what is retired stands at its end. */
export function ShiftsTable({ rosterId, zone, shifts, actions }: Props) {
  const [changed, setChanged] = useState<Shift | null>(null)
  const { run } = useCommand<Active>({ action: actions.setActive })
  const rows = shifts.map((shift) => {
    const name = `${dayName(shift.weekday)} ${shift.startTime}, ${shift.role}`
    const end = endWords(shift)
    return {
      key: shift.id,
      cells: {
        day: (
          <span className="inline-flex items-center gap-2">
            <span className={shift.active ? 'font-medium' : 'text-muted'}>{dayName(shift.weekday)}</span>
            {!shift.active && (
              <Badge tone="quiet" icon="pause">
                Retired
              </Badge>
            )}
          </span>
        ),
        time: (
          <span className="num">
            {shift.startTime} – {shift.endTime}
            {end && <span className="block text-xs text-muted">{end}</span>}
          </span>
        ),
        role: `${shift.role}${shift.keyWanted ? ', key holder wanted' : ''}`,
        seats: `${shift.targetSeats} wanted, ${shift.minSeats} needed`,
        menu: (
          <Menu
            label={`Change ${name}`}
            placement="bottom end"
            entries={[
              { key: 'change', label: 'Change the shift', icon: 'pencil', onAction: () => setChanged(shift) },
              shift.active
                ? {
                    key: 'retire',
                    label: 'Retire the shift',
                    icon: 'pause',
                    note: 'Weeks that are made keep it.',
                    onAction: () => run({ id: shift.id, active: false }),
                  }
                : {
                    key: 'restore',
                    label: 'Take back into the pattern',
                    icon: 'play',
                    onAction: () => run({ id: shift.id, active: true }),
                  },
            ]}
          >
            <IconButton icon="ellipsis" label={`Change ${name}`} />
          </Menu>
        ),
      },
    }
  })
  return (
    <>
      <Table label="Weekly pattern" columns={columns} rows={rows} cards />
      {changed && (
        <ShiftDialog
          rosterId={rosterId}
          zone={zone}
          shift={changed}
          save={actions.save}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  )
}
