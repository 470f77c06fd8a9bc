import { type ReactNode, useId } from 'react'

type CardProps = {
  title?: string
  /** Right of the title: a count, a legend, a quiet button. */
  aside?: ReactNode
  children: ReactNode
  /** Pads the body; leave out for tables and lists that reach the edge. */
  padded?: boolean
  className?: string
}

/** A ruled frame with an optional head. */
export function Card({ title, aside, children, padded = false, className = '' }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={`min-w-0 overflow-clip rounded-lg border border-line bg-surface ${className}`}
    >
      {title && (
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm">
          <h2 id={id} className="font-medium">
            {title}
          </h2>
          {aside != null && <div className="ml-auto flex flex-wrap items-center gap-2 text-muted">{aside}</div>}
        </div>
      )}
      {padded ? <CardBody>{children}</CardBody> : children}
    </section>
  )
}

export function CardBody({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`px-4 py-3.5 ${className}`}>{children}</div>
}

/** The ruled-off strip at the foot of a card: quieter buttons, locked ones, totals. */
export function CardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-2 text-sm text-muted">
      {children}
    </div>
  )
}
