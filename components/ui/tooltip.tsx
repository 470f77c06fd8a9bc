'use client'

import type { ReactElement } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'

/** Names or explains its one child on hover and focus. Never the only place where something is said. */
export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <Tooltip
        offset={6}
        className="z-50 max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-raised entering:animate-appear"
      >
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
