import { Icon } from '@/components/ui/icon'
import type { Paper, Turn, WallDay, WallPerson, WallShift, WallView } from '@/lib/roster/sending/wall/schema'

/** The roster as it hangs on the wall: what is on the screen is what comes out of the printer. */
export function WallSheet({ view, paper, turn }: { view: WallView; paper: Paper; turn: Turn }) {
  const hasFree = view.days.some((day) => day.shifts.some((shift) => shift.free > 0))
  return (
    <article className="sheet" data-paper={paper} data-turn={turn} aria-label={`${view.rosterName}, ${view.title}`}>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 className="sheet-name break-words">{view.rosterName}</h2>
          <p>{view.span}</p>
        </div>
        {view.draft && <p className="sheet-draft px-2 py-0.5 font-medium">{view.draft}</p>}
      </div>
      {view.days.map((day) => (
        <Day key={day.date} day={day} />
      ))}
      <p className="sheet-small mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-1">
          <Icon name="key-round" className="size-3" /> holds a key
        </span>
        {hasFree && <span>A line is a free seat: write your name on it.</span>}
        <span>All times are those in {view.zone}.</span>
      </p>
    </article>
  )
}

function Day({ day }: { day: WallDay }) {
  return (
    <table className="sheet-day">
      <caption>{day.name}</caption>
      <colgroup>
        <col className="sheet-time" />
        <col className="sheet-role" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Role</th>
          <th scope="col">People</th>
        </tr>
      </thead>
      <tbody>
        {day.shifts.map((shift) => (
          <tr key={shift.id}>
            <td>{shift.time}</td>
            <td className="break-words">{shift.role}</td>
            <td>
              <People shift={shift} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function People({ shift: { people, free, keyMissing } }: { shift: WallShift }) {
  const lines = Array.from({ length: free }, (_, at) => `line ${at + 1}`)
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5">
      {people.map((person) => (
        <Person key={person.id} person={person} />
      ))}
      {lines.map((line) => (
        <span key={line} className="sheet-line">
          <span className="sr-only">free seat</span>
        </span>
      ))}
      {keyMissing && <span className="sheet-small">no key holder</span>}
    </span>
  )
}

function Person({ person: { name, keyHolder } }: { person: WallPerson }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 font-medium">
      <span className="min-w-0 break-words">{name}</span>
      {keyHolder && (
        <>
          <Icon name="key-round" className="size-3 shrink-0" />
          <span className="sr-only">holds a key</span>
        </>
      )}
    </span>
  )
}
