import type { Metadata } from 'next'
import { TryPage } from '@/components/schedules/try-page'
import { Page } from '@/components/shell/page'
import { companyZone } from '@/lib/platform/company'
import { zoneData } from '@/lib/platform/zones'
import { zoneDataWords } from '@/lib/schedules/desk/labels'
import { TRIAL_HINTS } from '@/lib/schedules/trial/labels'
import { trialView } from '@/lib/schedules/trial/rules'
import { trialSchema } from '@/lib/schedules/trial/schema'
import { readInput } from '@/lib/server/input'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Try a cron' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** What a cron would do in a zone, before anybody registers it. */
export default async function TryCron({ searchParams }: Props) {
  const ctx = await requirePage('schedules.read')
  const read = readInput(trialSchema, await searchParams)
  // An address that cannot be read begins with empty fields.
  const input = read.ok ? read.input : {}
  return (
    <Page crumbs={[{ label: 'Schedules', href: '/schedules' }, { label: 'Try a cron' }]}>
      <TryPage
        initial={trialView({ zone: await companyZone(ctx.db), ...input }, ctx.now())}
        sentence={`What a cron does in a zone, before anybody registers it. ${zoneDataWords(zoneData)}`}
        hints={TRIAL_HINTS}
      />
    </Page>
  )
}
