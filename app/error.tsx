'use client'

import { Broken } from '@/components/shell/broken'

type Props = { error: Error & { digest?: string }; retry: () => void }

export default function ErrorPage({ error, retry }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div>
        <Broken error={error} retry={retry} />
      </div>
    </main>
  )
}
