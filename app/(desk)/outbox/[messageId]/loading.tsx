import { Page } from '@/components/shell/page'
import { Card, CardBody } from '@/components/ui/card'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

export default function MessageLoading() {
  return (
    <Page crumbs={[{ label: 'Outbox', href: '/outbox' }, { label: 'Message' }]}>
      <Loading label="The message is loading">
        <Skeleton className="mb-2 h-8 w-64" />
        <Skeleton className="mb-5 h-4 w-80 max-w-full" />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex flex-col gap-5">
            <Card padded>
              <Skeleton className="h-10 w-72 max-w-full" />
            </Card>
            <Card>
              <CardBody>
                <Skeleton className="h-96 w-full" />
              </CardBody>
            </Card>
          </div>
          <Card>
            <SkeletonRows count={6} />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
