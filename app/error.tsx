'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Props) {
  useEffect(() => {
    document.title = 'Something broke · Daybook'
  }, [])
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <div>
        <h1 className="sr-only">Something broke</h1>
        <EmptyState
          icon="triangle-alert"
          title="This page could not be made"
          text="Nothing was changed by it. Try again; if it stays, pass the number below to whoever runs Daybook."
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" icon="refresh-cw" onPress={reset}>
                Try again
              </Button>
              <LinkButton href="/">Go to the first page</LinkButton>
            </div>
          }
        />
        {error.digest && <p className="text-center font-mono text-xs text-muted">{error.digest}</p>}
      </div>
    </div>
  )
}
