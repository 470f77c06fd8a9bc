'use client'

import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { buttonStyle } from '@/components/ui/button-style'

/**
 * A page that threw, with the number that the log knows it by. Of a file that did not come nothing but loading the page
 * anew asks again. It comes along with every page, so it leans on little; its
 * link loads the first page anew.
 */
export function Broken({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const again = error.name === 'ChunkLoadError' ? () => window.location.reload() : retry
  useEffect(() => {
    document.title = 'Something broke · Daybook'
  }, [])
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <h1 className="sr-only">Something broke</h1>
      <span className="mb-3 grid size-9 place-items-center rounded-md bg-quiet-soft text-quiet">
        <TriangleAlert aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p className="font-medium">This page could not be made</p>
      <p className="mt-0.5 max-w-prose text-sm text-balance text-muted">
        Nothing was changed by it. Try again; if it stays, pass the number below to whoever runs Daybook.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <button type="button" onClick={again} className={buttonStyle('primary', 'md', false)}>
          Try again
        </button>
        <a href="/" className={buttonStyle('plain', 'md', false)}>
          Go to the first page
        </a>
      </div>
      {error.digest && <p className="mt-12 text-center font-mono text-xs text-muted">{error.digest}</p>}
    </div>
  )
}
