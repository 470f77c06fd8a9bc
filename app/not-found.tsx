import type { Metadata } from 'next'
import { Missing } from '@/components/shell/missing'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div>
        <Missing />
      </div>
    </main>
  )
}
