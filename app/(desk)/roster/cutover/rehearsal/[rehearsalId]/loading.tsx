import { Page } from '@/components/shell/page'
import { Card, CardBody } from '@/components/ui/card'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of the wizard while it is read. */
export default function WizardLoading() {
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: 'Cut-over', href: '/roster/cutover' },
        { label: 'Rehearsal' },
      ]}
    >
      <Loading label="The rehearsal is being read">
        <Skeleton className="mb-2 h-8 w-64" />
        <Skeleton className="mb-5 h-4 w-96 max-w-full" />
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
          <Card>
            <CardBody className="flex flex-col gap-5">
              {[1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
                <div key={step} className="flex items-center gap-4">
                  <Skeleton className="size-7 rounded-full" />
                  <Skeleton className="h-4 w-48 max-w-full" />
                </div>
              ))}
            </CardBody>
          </Card>
          <Card title="Before going live">
            <SkeletonRows count={4} />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
