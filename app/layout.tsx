import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/source-serif-4/index.css'
import '@/app/globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { QueryProvider } from '@/components/shell/query-provider'

export const metadata: Metadata = {
  title: { default: 'Daybook', template: '%s · Daybook' },
  description: 'Recurring work that happens once, on time, with a record.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made at build time has no nonce, and the content policy would block its scripts.
  await connection()
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en-GB">
      <head>
        {/* react-aria puts a <style> into the page and takes its nonce from here. */}
        <meta property="csp-nonce" nonce={nonce} />
      </head>
      <body>
        <QueryProvider>{children}</QueryProvider>
      </body>
    </html>
  )
}
