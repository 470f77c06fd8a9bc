import { Icon, type IconName } from '@/components/ui/icon'
import type { Check } from '@/lib/roster/rehearsal/schema'

type Verdict = { icon: IconName; tone: string; said: string }

const BEING_CHECKED: Verdict = { icon: 'loader', tone: 'text-moving motion-safe:animate-spin', said: 'being checked' }
const HOLDS: Verdict = { icon: 'check', tone: 'text-good', said: 'holds' }
const FAILED: Verdict = { icon: 'circle-x', tone: 'text-bad', said: 'failed' }

const verdictOf = ({ ok }: Check): Verdict => (ok === null ? BEING_CHECKED : ok ? HOLDS : FAILED)

/** What a step must find, and what it found: of what holds the finding, of what does not both. */
export function CheckList({ step, checks }: { step: string; checks: readonly Check[] }) {
  return (
    <ul aria-label={`Checks of ${step}`} className="mt-1">
      {checks.map((check) => (
        <CheckRow key={check.name} check={check} />
      ))}
    </ul>
  )
}

function CheckRow({ check }: { check: Check }) {
  const { icon, tone, said } = verdictOf(check)
  return (
    <li
      data-check={check.name}
      data-ok={String(check.ok)}
      className="flex flex-wrap items-baseline gap-x-3 py-0.5 text-sm"
    >
      <span className="flex min-w-0 flex-1 basis-56 items-baseline gap-2">
        <Icon name={icon} className={`size-3.5 translate-y-0.5 ${tone}`} />
        <span className="min-w-0 break-words text-muted">
          <span data-part="text">{check.text}</span>
          <span className="sr-only">, {said}:</span>
        </span>
      </span>
      <span
        data-part="finding"
        className={`min-w-0 break-words text-xs max-sm:pl-5.5 ${check.ok === false ? 'text-bad' : 'text-faint'}`}
      >
        <Finding check={check} />
      </span>
    </li>
  )
}

function Finding({ check: { ok, expected, found } }: { check: Check }) {
  if (ok === null) return found ? `${found} so far` : 'checking'
  if (ok) return found
  return (
    <>
      expected {expected}, <span className="font-medium">found {found}</span>
    </>
  )
}
