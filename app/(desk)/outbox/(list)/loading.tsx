import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export default function OutboxLoading() {
  return (
    <Page crumbs={[{ label: 'Outbox' }]}>
      <PageHead title="Outbox" sentence="Every message, newest first." />
      <Loading label="The Outbox is loading">
        <div className="mb-3 flex flex-wrap gap-2">
          {['w-48', 'w-20', 'w-24'].map((width) => (
            <Skeleton key={width} className={`h-7 ${width}`} />
          ))}
        </div>
        <Card>
          <SkeletonRows count={12} />
        </Card>
      </Loading>
    </Page>
  )
}
