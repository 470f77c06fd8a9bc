'use client'

import { Broken } from '@/components/shell/broken'
import { Page } from '@/components/shell/page'

type Props = { error: Error & { digest?: string }; retry: () => void }

export default function DeskError({ error, retry }: Props) {
  return (
    <Page crumbs={[{ label: 'Something broke' }]}>
      <Broken error={error} retry={retry} />
    </Page>
  )
}
