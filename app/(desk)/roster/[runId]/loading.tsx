import { Page } from '@/components/shell/page'
import { Card, CardBody } from '@/components/ui/card'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of a week while it is read. */
export default function WeekLoading() {
  return (
    <Page crumbs={[{ label: 'Roster', href: '/roster' }, { label: 'Week' }]}>
      <Loading label="The week is being read">
        <Skeleton className="mb-2 h-8 w-64" />
        <Skeleton className="mb-5 h-4 w-80 max-w-full" />
        <div className="mb-5 flex gap-8">
          {[1, 2, 3, 4, 5, 6].map((step) => (
            <Skeleton key={step} className="h-6 flex-1" />
          ))}
        </div>
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
          <div className="flex flex-col gap-5">
            <Card>
              <CardBody>
                <Skeleton className="mb-2 h-5 w-56" />
                <Skeleton className="h-4 w-72 max-w-full" />
              </CardBody>
            </Card>
            <Card title="Assignments">
              <SkeletonRows count={8} />
            </Card>
          </div>
          <Card title="Answers">
            <SkeletonRows count={3} />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
