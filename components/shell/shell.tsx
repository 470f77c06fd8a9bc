'use client'

import { type ReactNode, startTransition, useMemo, useState } from 'react'
import { Banners } from '@/components/shell/banners'
import { BottomBar } from '@/components/shell/bottom-bar'
import { personEntries } from '@/components/shell/person-menu'
import { Rail } from '@/components/shell/rail'
import { ShellContext } from '@/components/shell/shell-context'
import type { NavItem, Person, ShellStatus } from '@/components/shell/shell-types'
import { useShellStatus } from '@/components/shell/use-shell-status'
import { KeyboardHelp } from '@/components/ui/keyboard-help'
import { later } from '@/components/ui/later'
import type { PaletteItem } from '@/components/ui/palette-store'
import { useHotkey } from '@/components/ui/use-hotkey'

const CommandPalette = later(() => import('@/components/ui/command-palette').then((loaded) => loaded.CommandPalette))

export type ShellProps = {
  /** In the order of importance: the first four stand in the phone's bar. */
  nav: NavItem[]
  settings?: NavItem
  /** Pages within a place, which the palette finds by name too. */
  inner?: NavItem[]
  person: Person
  signOut: () => Promise<void>
  status: ShellStatus
  /** Answers a `ShellStatus` as JSON, 401 when signed out. Without it nothing is polled. */
  statusUrl?: string
  /** Where the palette looks for subjects; only for who may read them. */
  findUrl?: string
  /** The company is the sample one. */
  sample: boolean
  children: ReactNode
}

/** The frame of every signed-in page: places, person, banners, palette, keys. A page inside it is a `Page`. */
export function Shell(props: ShellProps) {
  const { nav, settings, inner = [], person, signOut, sample, children } = props
  const { status, connection } = useShellStatus(props.status, props.statusUrl)
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useHotkey({ key: 'k', ctrl: true }, () => setOpen('palette'))
  useHotkey({ key: '?' }, () => setOpen('keys'))
  const value = useMemo(() => ({ status, openPalette: () => setOpen('palette') }), [status])
  const entries = personEntries(() => startTransition(signOut))
  const places = [...nav, ...(settings ? [settings] : []), ...inner]
  const pages = places.map(
    (item): PaletteItem => ({
      id: `page:${item.key}`,
      label: item.label,
      group: 'Pages',
      icon: item.icon,
      href: item.href,
    }),
  )
  return (
    <ShellContext value={value}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-ink px-3 py-1.5 text-sm text-paper focus:translate-y-0 print:hidden"
      >
        Skip to the page
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[208px_minmax(0,1fr)] print:block">
        <Rail nav={nav} settings={settings} counts={status.counts} person={person} entries={entries} />
        <div className="flex min-h-dvh min-w-0 flex-col max-md:pb-14 print:block print:pb-0">
          <Banners status={status} connection={connection} sample={sample} />
          {children}
        </div>
      </div>
      <BottomBar nav={nav} settings={settings} counts={status.counts} entries={entries} />
      {open === 'palette' && (
        <CommandPalette items={pages} isOpen onClose={() => setOpen(null)} findUrl={props.findUrl} />
      )}
      <KeyboardHelp isOpen={open === 'keys'} onClose={() => setOpen(null)} />
    </ShellContext>
  )
}
