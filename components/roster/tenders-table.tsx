'use client'

import { useState } from 'react'
import { type Tender, TenderDialog, type TenderValues } from '@/components/roster/tender-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { SearchField } from '@/components/ui/search-field'
import { type Column, Table } from '@/components/ui/table'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

type Active = { id: string; active: boolean }
export type TenderActions = { save: CommandAction<TenderValues>; setActive: CommandAction<Active> }
type Props = { rosterId: string; tenders: Tender[]; actions: TenderActions }

const columns: Column[] = [
  { key: 'name', head: 'Name' },
  { key: 'state', head: 'State', nowrap: true },
  { key: 'menu', head: '', says: 'What can be done', align: 'right' },
]

/** More than these are found by typing. */
const SEARCHED = 12

export function AddTender({ rosterId, save }: { rosterId: string; save: TenderActions['save'] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon="user-plus" onPress={() => setOpen(true)}>
        Add a tender
      </Button>
      {open && <TenderDialog rosterId={rosterId} tender={null} save={save} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Everybody of the roster, active first; each with a menu of what can be done. */
export function TendersTable({ rosterId, tenders, actions }: Props) {
  const [changed, setChanged] = useState<Tender | null>(null)
  const [typed, setTyped] = useState('')
  const { run } = useCommand<Active>({ action: actions.setActive })
  const wanted = typed.trim().toLowerCase()
  const found = tenders.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
  const rows = found.map((tender) => ({
    key: tender.id,
    cells: {
      name: <Who tender={tender} />,
      state: tender.active ? (
        <Badge tone="good" icon="check">
          Active
        </Badge>
      ) : (
        <Badge tone="quiet" icon="pause">
          Not active
        </Badge>
      ),
      menu: (
        <Menu
          label={`Change ${tender.name}`}
          placement="bottom end"
          entries={[
            { key: 'change', label: 'Change the tender', icon: 'pencil', onAction: () => setChanged(tender) },
            tender.active
              ? {
                  key: 'off',
                  label: 'Make not active',
                  icon: 'pause',
                  note: 'Not asked, not mailed; past shifts stay.',
                  onAction: () => run({ id: tender.id, active: false }),
                }
              : {
                  key: 'on',
                  label: 'Make active again',
                  icon: 'play',
                  onAction: () => run({ id: tender.id, active: true }),
                },
          ]}
        >
          <IconButton icon="ellipsis" label={`Change ${tender.name}`} />
        </Menu>
      ),
    },
  }))
  return (
    <>
      {tenders.length > SEARCHED && (
        <div className="border-b border-line px-4 py-2">
          <SearchField label="Find a tender" value={typed} onChange={setTyped} />
        </div>
      )}
      {rows.length > 0 ? (
        <Table label="Tenders" columns={columns} rows={rows} />
      ) : (
        <EmptyState icon="search" title="Nobody matches" text={`No name and no address holds “${typed.trim()}”.`} />
      )}
      {changed && (
        <TenderDialog rosterId={rosterId} tender={changed} save={actions.save} onClose={() => setChanged(null)} />
      )}
    </>
  )
}

function Who({ tender }: { tender: Tender }) {
  return (
    <span className="block min-w-0">
      <span className={`inline-flex items-center gap-1.5 ${tender.active ? 'font-medium' : 'text-muted'}`}>
        {tender.name}
        {tender.keyHolder && (
          <>
            <Icon name="key-round" className="size-3.5 text-muted" />
            <span className="sr-only">, key holder</span>
          </>
        )}
      </span>
      {tender.email && <span className="block text-xs break-all text-muted">{tender.email}</span>}
      {tender.active && tender.problem && (
        <span className="flex items-center gap-1 text-xs text-act">
          <Icon name="mail-x" className="size-3.5" />
          {tender.problem}
        </span>
      )}
    </span>
  )
}
