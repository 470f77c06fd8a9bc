'use client'

import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

/** `keys` as they are printed: ['Ctrl', 'K']. `does` is a verb with its object. */
type KeyHint = { id: string; keys: string[]; does: string }

const everywhere: KeyHint[] = [
  { id: 'find', keys: ['Ctrl', 'K'], does: 'Find a page, a subject or a button' },
  { id: 'help', keys: ['?'], does: 'Show these keys' },
  { id: 'close', keys: ['Esc'], does: 'Close what is open' },
  { id: 'toast', keys: ['F6'], does: 'Go to what was just said' },
]

/** The keys that work on every page. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <KeyList hints={everywhere} />
    </Dialog>
  )
}

function KeyList({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <section>
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
