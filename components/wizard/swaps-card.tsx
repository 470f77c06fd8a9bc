'use client'

import { useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { later } from '@/components/ui/later'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import { useButtonItem } from '@/components/ui/use-button-item'
import type { CommandAction } from '@/components/ui/use-command'
import { useLive } from '@/components/ui/use-live'
import type { HandOver } from '@/components/wizard/hand-over-dialog'
import { SWAP_EDGES, SWAP_STATES } from '@/lib/roster/swaps/labels'
import type { SwapsView, SwapView } from '@/lib/roster/swaps/schema'

const HandOverDialog = later(() =>
  import('@/components/wizard/hand-over-dialog').then((loaded) => loaded.HandOverDialog),
)
const RefuseSwapDialog = later(() =>
  import('@/components/wizard/refuse-swap-dialog').then((loaded) => loaded.RefuseSwapDialog),
)

type Move = { swapId: string; version: number }
export type SwapActions = {
  confirm: CommandAction<Move>
  refuse: CommandAction<Move & { reason: string }>
  withdraw: CommandAction<Move>
  handOver: CommandAction<HandOver>
}

/** Ended ones are shown so far; the rest is in the timeline. */
const SHOWN = 5

type Props = { runId: string; initial: SwapsView; actions: SwapActions }

/** The swaps of a sent week: what waits for a decision, what is asked, what became of the others. */
export function SwapsCard({ runId, initial, actions }: Props) {
  const swaps = useLive(`/roster/${runId}/swaps`, initial)
  return (
    <section id="swaps" className="min-w-0 scroll-mt-16">
      <Card title="Swaps" aside={<HandOverButton swaps={swaps} handOver={actions.handOver} />}>
        {swaps.open.length + swaps.done.length === 0 && (
          <CardBody>
            <p className="text-sm text-pretty text-muted">
              Nobody has asked to give a shift away. Tenders ask on their own pages; you confirm here. Only the two
              people concerned get a mail.
            </p>
          </CardBody>
        )}
        <ul className="divide-y divide-line">
          {swaps.open.map((swap) => (
            <OpenSwap key={swap.id} swap={swap} actions={actions} />
          ))}
          {swaps.done.slice(0, SHOWN).map((swap) => (
            <DoneSwap key={swap.id} swap={swap} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

const State = ({ state }: Pick<SwapView, 'state'>) => (
  <Badge tone={SWAP_STATES[state].tone} icon={SWAP_STATES[state].icon}>
    {SWAP_STATES[state].label}
  </Badge>
)

function OpenSwap({ swap, actions }: { swap: SwapView; actions: SwapActions }) {
  const { id, version, from, to, note, warnings, locked } = swap
  const input = { swapId: id, version }
  const of = `${swap.when}, ${from.name}`
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <State state={swap.state} />
        <span className="font-medium">
          {swap.when}, {swap.role}
        </span>
      </div>
      <p className="mt-1 text-sm">
        {to ? (
          <>
            <span className="font-medium">{to.name}</span> would take it from {from.name}.
          </>
        ) : (
          <>
            <span className="font-medium">{from.name}</span> wants to give it away; nobody has offered yet.
          </>
        )}{' '}
        <span className="text-muted">
          Asked <Time iso={swap.at.iso} label={swap.at.label} />.
        </span>
      </p>
      {note && <p className="text-sm text-muted">“{note}”</p>}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 flex items-start gap-1.5 text-sm text-act">
          <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
          <span>{warning}</span>
        </p>
      ))}
      <div data-actions className="mt-2 flex flex-wrap items-start gap-2">
        {to && (
          <TransitionButton
            edge={{
              name: `confirm:${id}`,
              label: SWAP_EDGES.confirm.button,
              of,
              icon: 'check',
              allowed: locked === null,
              reason: locked,
            }}
            action={actions.confirm}
            input={input}
            variant="primary"
          />
        )}
        <RefuseButton swap={swap} refuse={actions.refuse} />
        <TransitionButton
          edge={{
            name: `withdraw:${id}`,
            label: SWAP_EDGES.withdraw.button,
            of,
            icon: 'undo',
            allowed: swap.begun === null,
            reason: swap.begun,
          }}
          action={actions.withdraw}
          input={input}
          variant="ghost"
          confirm={{
            title: 'Withdraw this request?',
            text: to
              ? `${from.name} keeps the shift, and ${to.name} is told by mail.`
              : `${from.name} keeps the shift. Nobody gets a mail: tell ${from.name} yourself.`,
            confirmLabel: SWAP_EDGES.withdraw.button,
          }}
        />
      </div>
    </li>
  )
}

function DoneSwap({ swap }: { swap: SwapView }) {
  const { from, to, state } = swap
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5 text-sm">
      <State state={state} />
      <span>
        {swap.when}, {swap.role}: {state === 'confirmed' && to ? `${to.name} instead of ${from.name}` : from.name}
      </span>
      <span className="text-muted sm:ml-auto">
        <Time iso={swap.at.iso} label={swap.at.label} />
      </span>
    </li>
  )
}

function RefuseButton({ swap, refuse }: { swap: SwapView; refuse: SwapActions['refuse'] }) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  return (
    <>
      <Button ref={button} icon="user-x" lockedReason={swap.begun} onPress={() => setAsking(true)}>
        {SWAP_EDGES.refuse.button}
      </Button>
      {asking && <RefuseSwapDialog swap={swap} refuse={refuse} onClose={() => setAsking(false)} />}
    </>
  )
}

function HandOverButton({ swaps, handOver }: { swaps: SwapsView; handOver: SwapActions['handOver'] }) {
  const [open, setOpen] = useState(false)
  const allowed = swaps.seats.length > 0
  useButtonItem({ id: 'hand-over', label: 'Hand a shift over', icon: 'user-plus', press: () => setOpen(true), allowed })
  return (
    <>
      <Button
        size="sm"
        icon="user-plus"
        lockedReason={allowed ? null : 'Every shift of this week has begun.'}
        variant={allowed ? 'plain' : 'ghost'}
        onPress={() => setOpen(true)}
      >
        Hand a shift over
      </Button>
      {open && <HandOverDialog swaps={swaps} handOver={handOver} onClose={() => setOpen(false)} />}
    </>
  )
}
