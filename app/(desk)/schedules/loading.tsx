import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of the schedules while they are read. */
export default function SchedulesLoading() {
  return (
    <Page crumbs={[{ label: 'Schedules' }]}>
      <PageHead title="Schedules" sentence={<Skeleton className="h-4 w-96 max-w-full" />} />
      <Loading label="The schedules are being read">
        <div className="mb-3 flex flex-wrap gap-2">
          {['w-48', 'w-20'].map((width) => (
            <Skeleton key={width} className={`h-7 ${width}`} />
          ))}
        </div>
        <Card>
          <SkeletonRows count={5} />
        </Card>
        <Card className="mt-5">
          <SkeletonRows count={4} />
        </Card>
      </Loading>
    </Page>
  )
}
