import type { ReactNode } from 'react'

/**
 * What this is, and what can be done: a title, one sentence with the facts that matter, at most one primary button.
 * The title takes the focus when a button that had it disappears.
 */
export function PageHead({ title, sentence, actions }: { title: string; sentence?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 tabIndex={-1} className="font-serif text-2xl font-semibold tracking-tight text-balance outline-none">
          {title}
        </h1>
        {sentence && <p className="mt-0.5 max-w-4xl text-sm text-pretty text-muted">{sentence}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-start gap-2 print:hidden">{actions}</div>}
    </div>
  )
}
