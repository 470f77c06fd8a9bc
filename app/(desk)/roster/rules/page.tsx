import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import { addTenderRule, removeTenderRule } from '@/app/(desk)/roster/rules/actions'
import { RulesPage } from '@/components/roster/rules-page'
import { counted } from '@/lib/roster/labels'
import { loadRules } from '@/lib/roster/pairs/loaders'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Rules' }

export default async function Rules({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.read')
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  if (!roster) redirect('/roster')
  const rules = await loadRules(ctx, roster.id)
  const rest = roster.settings.restHours
  const count =
    rules.lines.length === 0 ? 'No rule between people' : `${counted(rules.lines.length, 'rule')} between people`
  return (
    <RosterFrame
      here="rules"
      rosters={rosters}
      roster={roster}
      title="Rules"
      sentence={`${count}; ${rest > 0 ? `at least ${counted(rest, 'hour')} of rest between shifts of two days` : 'no rest between days asked for'}. They hold whenever a roster is generated or changed.`}
    >
      <RulesPage
        key={roster.id}
        rosterId={roster.id}
        restHours={rest}
        rules={rules}
        actions={{ add: addTenderRule, remove: removeTenderRule }}
      />
    </RosterFrame>
  )
}
