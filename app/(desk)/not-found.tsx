import type { Metadata } from 'next'
import { Missing } from '@/components/shell/missing'
import { Page } from '@/components/shell/page'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <Page crumbs={[{ label: 'Not found' }]}>
      <Missing />
    </Page>
  )
}
