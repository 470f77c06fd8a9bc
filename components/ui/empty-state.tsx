import type { ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'

/** An empty page or part: what will appear here, and the one thing to do. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon: IconName
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 grid size-9 place-items-center rounded-md bg-quiet-soft text-quiet">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 max-w-prose text-sm text-balance text-muted">{text}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
