'use client'

import { createContext, type KeyboardEvent, memo, useContext } from 'react'
import { Bar, BarChart, type BarShapeProps, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { balanceWords, signed } from '@/lib/roster/fairness/rules'
import type { PersonBalance } from '@/lib/roster/fairness/schema'

type Props = { people: PersonBalance[]; onOpen: (id: string) => void }

/** What the bars draw from. */
const Bars = createContext<Props>({ people: [], onOpen: () => {} })

const ROW_PX = 26
/** Beside the longest bar there is room for its figure, on the phone too. */
const ROOM = 1.35
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A bar a person from the line of an even share: to the right who worked more than theirs, to the left who worked less.
 * One stop for the keyboard; arrows walk the bars, Enter opens the weeks behind one.
 */
export const FairnessChart = memo(function FairnessChart({ people, onOpen }: Props) {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const most = Math.max(0.5, ...people.map(({ balance }) => Math.abs(balance)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons within a drawing is no fieldset
    <div
      role="group"
      aria-label="Balance of each tender. Arrow keys walk the bars, Enter opens the weeks behind one."
      onKeyDown={walk}
      className="px-4 pb-3"
    >
      <p className="flex justify-between text-xs">
        <span className="text-open">below their share</span>
        <span className="text-act">above their share</span>
      </p>
      <Bars value={{ people, onOpen }}>
        <ResponsiveContainer width="100%" height={people.length * ROW_PX + 24}>
          <BarChart
            data={people}
            layout="vertical"
            margin={{ top: 20, right: 4, bottom: 4, left: 0 }}
            accessibilityLayer={false}
          >
            <XAxis type="number" domain={[-ROOM * most, ROOM * most]} hide />
            <YAxis
              type="category"
              dataKey="id"
              width={112}
              interval={0}
              axisLine={false}
              tickLine={false}
              tick={{ fill: 'var(--ink)', fontSize: 12 }}
              tickFormatter={(id: string) => short(names.get(id) ?? '')}
            />
            <ReferenceLine
              x={0}
              stroke="var(--strong)"
              pointerEvents="none"
              label={{ value: 'even', position: 'top', fill: 'var(--muted)', fontSize: 11 }}
            />
            <Bar dataKey="balance" barSize={14} isAnimationActive={false} shape={Mark} />
          </BarChart>
        </ResponsiveContainer>
      </Bars>
    </div>
  )
})

/** In the drawing itself, not in state: a chart that renders again makes its bars anew, and the focus is gone. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  const bars = [...event.currentTarget.querySelectorAll<SVGGElement>('[data-bar]')]
  const from = bars.indexOf(document.activeElement as SVGGElement)
  const next = step === undefined ? undefined : bars[from + step]
  if (from < 0 || !next) return
  event.preventDefault()
  bars[from]?.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}

/** On one line beside its bar: spaces that do not break. */
const short = (name: string) => (name.length > 16 ? `${name.slice(0, 15)}…` : name).replaceAll(' ', '\u00a0')

type Place = { from: number; to: number; y: number; height: number; left: number; right: number }

/** Where a bar stands, and the row that takes its presses. */
function placeOf({ x, y, width, height, background }: BarShapeProps): Place {
  const [from, to] = [x, x + width].sort((a, b) => a - b) as [number, number]
  const row = background ?? { x, width }
  return { from, to, y, height, left: row.x ?? x, right: (row.x ?? x) + (row.width ?? width) }
}

function Mark(props: BarShapeProps) {
  const { people, onOpen } = useContext(Bars)
  const { from, to, y, height, left, right } = placeOf(props)
  const { index } = props
  const person = people[index]
  if (!person) return <g />
  const { id, name, balance } = person
  const tone = Math.abs(balance) < 0.05 ? 'quiet' : balance > 0 ? 'act' : 'open'
  const open = () => onOpen(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of a drawing
    <g
      role="button"
      tabIndex={index === 0 ? 0 : -1}
      data-bar={index}
      aria-label={`${name}: ${balanceWords(balance)}. Show the weeks behind it`}
      className="group cursor-pointer"
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open()
      }}
    >
      <rect
        x={left}
        y={y - 3}
        width={Math.max(0, right - left)}
        height={height + 6}
        className="fill-transparent group-hover:fill-sunken"
      />
      <rect x={from} y={y} width={Math.max(2, to - from)} height={height} rx={2} fill={`var(--${tone})`} />
      <text
        x={balance < 0 ? from - 5 : to + 6}
        y={y + height / 2}
        dy="0.35em"
        textAnchor={balance < 0 ? 'end' : 'start'}
        className="num fill-muted text-2xs"
      >
        {signed(balance)}
      </text>
    </g>
  )
}
