'use client'

import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import type { RuleLine } from '@/lib/roster/pairs/labels'

export type RulePart = RuleLine['parts'][number]
type Props = {
  lines: RuleLine[]
  /** The part that is being removed. */
  removing: string | null
  onRemove: (line: RuleLine, part: RulePart) => void
}

/** Each rule in words, with what can be taken out of it. */
export function RulesList({ lines, removing, onRemove }: Props) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <span className="min-w-0 flex-1 basis-56 text-sm">
            {line.words}
            {line.idle && (
              <span className="flex items-start gap-1 text-xs text-act">
                <Icon name="circle-alert" className="mt-0.5 size-3.5" />
                {line.idle}
              </span>
            )}
          </span>
          <span className="flex flex-wrap gap-1" data-actions>
            {line.parts.map((part) => (
              <Remove
                key={part.id}
                label={line.parts.length > 1 ? `Take ${part.name} out` : 'Remove'}
                words={line.words}
                pending={removing === part.id}
                onPress={() => onRemove(line, part)}
              />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

type RemoveProps = { label: string; words: string; pending: boolean; onPress: () => void }

function Remove({ label, words, pending, onPress }: RemoveProps) {
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  return (
    <Button
      ref={button}
      variant="ghost"
      size="sm"
      icon="x"
      aria-label={`${label}: ${words}`}
      pending={pending}
      onPress={onPress}
    >
      {label}
    </Button>
  )
}
