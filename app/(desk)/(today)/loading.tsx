import { Page } from '@/components/shell/page'
import { Card, CardBody } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { Loading, Skeleton } from '@/components/ui/skeleton'

export default function TodayLoading() {
  return (
    <Page crumbs={[{ label: 'Today' }]}>
      <PageHead title="Today" sentence={<Skeleton className="h-4 w-80 max-w-full" />} />
      <Loading label="Today is loading">
        <Card title="Now" className="mb-5">
          <div className="divide-y divide-line">
            {['w-56', 'w-72', 'w-48'].map((width) => (
              <div key={width} className="flex gap-3 px-4 py-3.5">
                <Skeleton className="size-7" />
                <div className="flex flex-1 flex-col gap-2">
                  <Skeleton className={`h-4 ${width} max-w-full`} />
                  <Skeleton className="h-3 w-80 max-w-full" />
                </div>
                <Skeleton className="h-8 w-28 max-sm:hidden" />
              </div>
            ))}
          </div>
        </Card>
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          <Card>
            <CardBody>
              <Skeleton className="h-4 w-40" />
              <Skeleton className="mt-2 h-3 w-56" />
            </CardBody>
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
