import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export default function TimelineLoading() {
  return (
    <Page crumbs={[{ label: 'Timeline' }]}>
      <PageHead title="Timeline" sentence="Everything that changed, and who changed it." />
      <Loading label="The timeline is loading">
        <div className="mb-3 flex flex-wrap gap-2">
          {['w-28', 'w-20', 'w-24', 'w-32'].map((width) => (
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
