'use client'

import '@fontsource-variable/inter/index.css'
import '@/app/globals.css'

type Props = { error: Error & { digest?: string }; retry: () => void }

/** Stands when even the frame could not be made, so it leans on nothing but the style sheet. */
export default function GlobalError({ error, retry }: Props) {
  return (
    <html lang="en-GB">
      <head>
        <title>Something broke · Daybook</title>
      </head>
      <body>
        <main className="mx-auto max-w-md px-6 py-24 text-center">
          <h1 className="font-serif text-xl font-semibold">Daybook could not be shown</h1>
          <p className="mt-2 text-sm text-muted">
            Nothing was changed by it. Try again; if it stays, pass the number below to whoever runs Daybook.
          </p>
          <button
            type="button"
            onClick={retry}
            className="mt-5 min-h-11 rounded-md bg-accent px-4 font-medium text-on-accent"
          >
            Try again
          </button>
          {error.digest && <p className="mt-5 font-mono text-xs text-muted">{error.digest}</p>}
        </main>
      </body>
    </html>
  )
}
