'use client'

import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { type KeyHint, usePageKeys } from '@/components/ui/page-keys'

const everywhere: KeyHint[] = [
  { id: 'find', keys: ['Ctrl', 'K'], does: 'Find a page, a subject or a button' },
  { id: 'help', keys: ['?'], does: 'Show these keys' },
  { id: 'close', keys: ['Esc'], does: 'Close what is open' },
  { id: 'toast', keys: ['F6'], does: 'Go to what was just said' },
]

/** The keys of the present page, and those that work everywhere. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const here = usePageKeys()
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      {here.length > 0 && <KeyList title="On this page" hints={here} />}
      <KeyList title="Everywhere" hints={everywhere} />
    </Dialog>
  )
}

function KeyList({ title, hints }: { title: string; hints: readonly KeyHint[] }) {
  return (
    <section className="mb-4 last:mb-0">
      <h3 className="mb-1 text-xs text-muted">{title}</h3>
      <dl className="divide-y divide-line">
        {hints.map((hint) => (
          <div key={hint.id} className="flex items-center gap-4 py-1.5">
            <dd className="order-2 flex-1">{hint.does}</dd>
            <dt className="order-1 flex w-20 gap-1">
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
