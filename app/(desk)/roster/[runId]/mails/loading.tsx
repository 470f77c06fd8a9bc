import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of the mails while they are written. */
export default function MailsLoading() {
  return (
    <Page crumbs={[{ label: 'Roster', href: '/roster' }, { label: 'Mails' }]}>
      <Loading label="The mails are being written">
        <Skeleton className="mb-2 h-8 w-72 max-w-full" />
        <Skeleton className="mb-5 h-4 w-80 max-w-full" />
        <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
          <Card title="Recipients">
            <SkeletonRows count={10} />
          </Card>
          <Card title="Message">
            <SkeletonRows count={8} />
          </Card>
        </div>
      </Loading>
    </Page>
  )
}
