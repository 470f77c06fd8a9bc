'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import { later } from '@/components/ui/later'
import type { ToastMessage } from '@/components/ui/toast-list'

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

/**
 * Says a sentence in the corner. What went well leaves by itself; what needs a person stays until it is closed. A
 * new sentence takes the place of those that would leave, and of the same one. Returns the key for `unsay`.
 */
export function say(message: ToastMessage): string {
  for (const { key, content } of [...queue.visibleToasts])
    if (content.text === message.text || !isToStay(content)) queue.close(key)
  return queue.add(message, isToStay(message) ? {} : { timeout: message.action ? 12_000 : 5_000 })
}

const isToStay = ({ tone, brief }: ToastMessage): boolean => !brief && (tone === 'bad' || tone === 'act')

/** Takes back what is no longer so. */
export function unsay(key: string): void {
  queue.close(key)
}

/** The sentences alone, where the list's own file cannot come: the server that has it is what they are about. */
function BareList({ queue: said }: { queue: ToastQueue<ToastMessage> }) {
  const toasts = useSyncExternalStore(
    (look) => said.subscribe(look),
    () => said.visibleToasts,
  )
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 z-50 max-w-md rounded-md border border-line bg-surface p-3 text-sm print:hidden"
    >
      {toasts.map(({ key, content }) => (
        <p key={key}>{content.text}</p>
      ))}
    </div>
  )
}

const ToastList = later(() =>
  import('@/components/ui/toast-list').then(
    (loaded) => loaded.ToastList,
    () => BareList,
  ),
)

/** Once, in the root layout. It stays from the first sentence on: what was just said leaves, its place does not. */
export function ToastRegion() {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const look = () => queue.visibleToasts.length > 0 && setUsed(true)
    look()
    return queue.subscribe(look)
  }, [])
  return isUsed && <ToastList queue={queue} />
}
