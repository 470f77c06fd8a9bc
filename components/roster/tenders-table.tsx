'use client'

import { useState } from 'react'
import { Button as Press } from 'react-aria-components'
import { type Bounced, TenderBounce } from '@/components/roster/tender-bounce'
import { TenderCard } from '@/components/roster/tender-card'
import { TenderDialog, type TenderValues } from '@/components/roster/tender-dialog'
import { TenderMark } from '@/components/roster/tender-mark'
import { TenderSearch } from '@/components/roster/tender-search'
import { TendersFoot } from '@/components/roster/tenders-foot'
import { type LinkActions, TenderLinks } from '@/components/tender/tender-links'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { type Column, Table } from '@/components/ui/table'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { isFound } from '@/lib/roster/people/list/rules'
import type { TenderLine, TenderList } from '@/lib/roster/people/list/schema'

type Active = { id: string; active: boolean }
export type TenderActions = {
  save: CommandAction<TenderValues>
  setActive: CommandAction<Active>
  bounced: CommandAction<Bounced>
  reachable: CommandAction<{ id: string }>
  links: LinkActions
}
type Props = { rosterId: string; list: TenderList; find: string; actions: TenderActions }
type Open = { what: 'card' | 'change' | 'bounce'; tender: TenderLine }

const columns: Column[] = [
  { key: 'name', head: 'Name' },
  { key: 'state', head: 'State', nowrap: true },
  { key: 'mail', head: 'Mail', nowrap: true },
  { key: 'shifts', head: 'Shifts, 26 weeks', align: 'right', nowrap: true },
  { key: 'menu', head: '', says: 'What can be done', align: 'right' },
]

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

/** A page of the tenders of a roster; each with its card and a menu of what can be done. */
export function TendersTable({ rosterId, list, find, actions }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const [typed, setTyped] = useState(find)
  const active = useCommand<Active>({ action: actions.setActive })
  const reach = useCommand<{ id: string }>({ action: actions.reachable, onDone: () => setOpen(null) })
  const close = () => setOpen(null)
  // What is in sight follows each key; the server brings the rest a moment later.
  const rows = list.lines
    .filter((tender) => isFound(tender, typed))
    .map((tender) => ({
      key: tender.id,
      cells: {
        name: <Who tender={tender} onOpen={() => setOpen({ what: 'card', tender })} />,
        state: <State active={tender.active} />,
        mail: <TenderMark trouble={tender.trouble} />,
        shifts: tender.shifts,
        menu: (
          <Menu
            label={`Change ${tender.name}`}
            placement="bottom end"
            entries={entriesOf(tender, { setOpen, setActive: active.run, setReachable: reach.run })}
          >
            <IconButton icon="ellipsis" label={`Change ${tender.name}`} />
          </Menu>
        ),
      },
    }))
  return (
    <>
      <TenderSearch typed={find} onType={setTyped} />
      {rows.length > 0 ? (
        <Table label="Tenders" columns={columns} rows={rows} cards />
      ) : (
        <EmptyState
          icon="search"
          title="Nobody matches"
          text="No name and no address holds what is typed, among those that are shown."
        />
      )}
      <TendersFoot list={list} />
      {open?.what === 'card' && (
        <TenderCard
          tender={open.tender}
          rosterId={rosterId}
          onClose={close}
          onChange={() => setOpen({ ...open, what: 'change' })}
          onBounced={() => setOpen({ ...open, what: 'bounce' })}
          onReachable={() => reach.run({ id: open.tender.id })}
          links={<TenderLinks tenderId={open.tender.id} name={open.tender.name} actions={actions.links} />}
        />
      )}
      {open?.what === 'change' && (
        <TenderDialog rosterId={rosterId} tender={open.tender} save={actions.save} onClose={close} />
      )}
      {open?.what === 'bounce' && (
        <TenderBounce id={open.tender.id} name={open.tender.name} save={actions.bounced} onClose={close} />
      )}
    </>
  )
}

type Doings = {
  setOpen: (open: Open) => void
  setActive: (input: Active) => void
  setReachable: (input: { id: string }) => void
}

function entriesOf(tender: TenderLine, { setOpen, setActive, setReachable }: Doings): MenuEntry[] {
  const { id } = tender
  const change: MenuEntry = {
    key: 'change',
    label: 'Change the tender',
    icon: 'pencil',
    onAction: () => setOpen({ what: 'change', tender }),
  }
  const mail: MenuEntry =
    tender.trouble?.kind === 'bounced'
      ? { key: 'reach', label: 'Mails reach them again', icon: 'mail-check', onAction: () => setReachable({ id }) }
      : { key: 'bounce', label: 'Mails come back', icon: 'mail-x', onAction: () => setOpen({ what: 'bounce', tender }) }
  const state: MenuEntry = tender.active
    ? {
        key: 'off',
        label: 'Make not active',
        icon: 'pause',
        note: 'Not asked, not mailed; past shifts stay.',
        onAction: () => setActive({ id, active: false }),
      }
    : { key: 'on', label: 'Make active again', icon: 'play', onAction: () => setActive({ id, active: true }) }
  return [change, ...(tender.email ? [mail] : []), state]
}

const State = ({ active }: { active: boolean }) => (
  <Badge tone={active ? 'good' : 'quiet'} icon={active ? 'check' : 'pause'}>
    {active ? 'Active' : 'Not active'}
  </Badge>
)

function Who({ tender, onOpen }: { tender: TenderLine; onOpen: () => void }) {
  return (
    <span className="block min-w-0">
      <Press
        onPress={onOpen}
        className={`inline-flex cursor-pointer items-center gap-1.5 rounded-sm text-left underline-offset-2 hover:underline max-md:min-h-8 ${tender.active ? 'font-medium' : 'text-muted'}`}
      >
        {tender.name}
        {tender.keyHolder && (
          <>
            <Icon name="key-round" className="size-3.5 text-muted" />
            <span className="sr-only">, key holder</span>
          </>
        )}
      </Press>
      {tender.email && <span className="block text-xs break-all text-muted">{tender.email}</span>}
    </span>
  )
}
