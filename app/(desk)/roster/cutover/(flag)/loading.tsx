import { Page } from '@/components/shell/page'
import { Card, CardBody } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of the cut-over while it is read. */
export default function CutoverLoading() {
  return (
    <Page crumbs={[{ label: 'Roster', href: '/roster' }, { label: 'Cut-over' }]}>
      <PageHead title="Cut-over" sentence={<Skeleton className="h-4 w-80 max-w-full" />} />
      <Loading label="The cut-over is being read">
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
          <div className="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-5">
            <Card>
              <CardBody>
                <Skeleton className="mb-2 h-5 w-56" />
                <Skeleton className="h-4 w-96 max-w-full" />
              </CardBody>
            </Card>
            <Card title="Rehearsals" className="max-lg:order-2">
              <SkeletonRows count={3} />
            </Card>
          </div>
          <Card title="Before the change" className="max-lg:order-1">
            <SkeletonRows count={5} />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
