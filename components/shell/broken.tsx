'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

/** A page that threw. `number` is what the log knows it by. */
export function Broken({ number, retry }: { number: string | undefined; retry: () => void }) {
  useEffect(() => {
    document.title = 'Something broke · Daybook'
  }, [])
  return (
    <>
      <h1 className="sr-only">Something broke</h1>
      <EmptyState
        icon="triangle-alert"
        title="This page could not be made"
        text="Nothing was changed by it. Try again; if it stays, pass the number below to whoever runs Daybook."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon="refresh-cw" onPress={retry}>
              Try again
            </Button>
            <LinkButton href="/">Go to the first page</LinkButton>
          </div>
        }
      />
      {number && <p className="text-center font-mono text-xs text-muted">{number}</p>}
    </>
  )
}
