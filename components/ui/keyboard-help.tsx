'use client'

import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { createRegister } from '@/components/ui/register'

/** `keys` as they are printed: ['Ctrl', 'K']. `does` is a verb with its object. */
export type KeyHint = { id: string; keys: string[]; does: string }
export type KeyGroup = { id: string; title: string; hints: readonly KeyHint[] }

const everywhere: KeyHint[] = [
  { id: 'find', keys: ['Ctrl', 'K'], does: 'Find a page, a subject or a button' },
  { id: 'help', keys: ['?'], does: 'Show these keys' },
  { id: 'close', keys: ['Esc'], does: 'Close what is open' },
  { id: 'toast', keys: ['F6'], does: 'Go to what was just said' },
]

const register = createRegister<KeyGroup>()

/** Lists the keys of a part of the page for as long as the caller is on it. The group keeps its identity. */
export const useKeyGroup = register.useEntry

/** The keys of the present page, then those that work on every one. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = register.useEntries()
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <KeyList key={group.id} title={group.title} hints={group.hints} />
        ))}
        <KeyList title={groups.length > 0 ? 'Everywhere' : null} hints={everywhere} />
      </div>
    </Dialog>
  )
}

function KeyList({ title, hints }: { title: string | null; hints: readonly KeyHint[] }) {
  return (
    <section>
      {title && <h3 className="pb-1 font-medium">{title}</h3>}
      <dl className="divide-y divide-line">
        {hints.map((hint) => (
          <div key={hint.id} className="flex items-center gap-4 py-1.5">
            <dd className="order-2 flex-1">{hint.does}</dd>
            <dt className="order-1 flex w-24 flex-wrap gap-1">
              {hint.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </section>
  )
}
