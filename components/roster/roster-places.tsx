import Link from 'next/link'
import { Icon, type IconName } from '@/components/ui/icon'

type Place = 'weeks' | 'tenders' | 'shifts' | 'rules' | 'settings'
type Props = { here: Place; roster: string; rosters: { id: string; name: string }[] }

const PLACES: { key: Place; path: string; label: string; icon: IconName }[] = [
  { key: 'weeks', path: '/roster', label: 'Weeks', icon: 'calendar-days' },
  { key: 'tenders', path: '/roster/tenders', label: 'Tenders', icon: 'users' },
  { key: 'shifts', path: '/roster/shifts', label: 'Weekly pattern', icon: 'clock' },
  { key: 'rules', path: '/roster/rules', label: 'Rules', icon: 'list-checks' },
  { key: 'settings', path: '/roster/settings', label: 'Settings', icon: 'sliders' },
]

const style = (isHere: boolean) =>
  `inline-flex min-h-9 items-center gap-1.5 border-b-2 text-sm whitespace-nowrap transition-colors duration-150 max-md:min-h-11 ${
    isHere ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'
  }`

/** The pages of a roster, and which roster where there are several. */
export function RosterPlaces({ here, roster, rosters }: Props) {
  const path = PLACES.find(({ key }) => key === here)?.path ?? '/roster'
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 border-b border-line print:hidden">
      <nav aria-label="Pages of this roster" className="flex gap-5 overflow-x-auto">
        {PLACES.map((place) => (
          <Link
            key={place.key}
            href={`${place.path}?roster=${roster}`}
            aria-current={place.key === here ? 'page' : undefined}
            className={style(place.key === here)}
          >
            <Icon name={place.icon} className="size-4 max-sm:hidden" />
            {place.label}
          </Link>
        ))}
      </nav>
      {rosters.length > 1 && (
        <nav aria-label="Rosters" className="flex gap-4 overflow-x-auto md:ml-auto">
          {rosters.map(({ id, name }) => (
            <Link
              key={id}
              href={`${path}?roster=${id}`}
              aria-current={id === roster ? 'true' : undefined}
              className={style(id === roster)}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}
