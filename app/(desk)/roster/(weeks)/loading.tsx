import { Page } from '@/components/shell/page'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton, SkeletonRows } from '@/components/ui/skeleton'

/** The layout of a roster's lists while they are read. */
export default function RosterLoading() {
  return (
    <Page crumbs={[{ label: 'Roster' }]}>
      <Loading label="The roster is being read">
        <Skeleton className="mb-2 h-8 w-48" />
        <Skeleton className="mb-5 h-4 w-72 max-w-full" />
        <Skeleton className="mb-5 h-9 w-full" />
        <Card>
          <SkeletonRows count={10} />
        </Card>
      </Loading>
    </Page>
  )
}
