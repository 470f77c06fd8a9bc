'use client'

import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  type UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components'
import { Button } from '@/components/ui/button'
import { Icon, type IconName } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { type Tone, toneText } from '@/components/ui/tone'

export type ToastMessage = {
  tone: Tone
  text: string
  /** One thing to press: "Undo", "Try again". */
  action?: { label: string; onPress: () => void }
  /** Said elsewhere on the page as well: leaves by itself whatever its tone. */
  brief?: boolean
}

const icons: Record<Tone, IconName> = {
  quiet: 'info',
  open: 'info',
  act: 'circle-alert',
  moving: 'loader',
  good: 'check',
  bad: 'circle-x',
}

/**
 * Announced as it comes; F6 goes there. A press goes through it to what it covers. On a phone, and on a desk at 200 %,
 * it lies over the head of the page: at the foot it would hide the button that is next.
 */
export function ToastList({ queue }: { queue: ToastQueue<ToastMessage> }) {
  return (
    <AriaToastRegion
      queue={queue}
      aria-label="What just happened"
      className="fixed right-4 bottom-4 z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col-reverse gap-2 rounded-md pointer-events-none max-md:top-1 max-md:bottom-auto print:hidden [&_button]:pointer-events-auto"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className="flex items-center gap-2.5 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3.5 text-sm shadow-raised animate-appear"
        >
          <Icon name={icons[toast.content.tone]} className={`size-4 ${toneText[toast.content.tone]}`} />
          <ToastContent className="min-w-0 flex-1 py-1">
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              size="sm"
              onPress={() => {
                toast.content.action?.onPress()
                queue.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton icon="x" label="Close" slot="close" />
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
