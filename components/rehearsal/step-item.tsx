'use client'

import { type ReactNode, useId, useState } from 'react'
import { CheckList } from '@/components/rehearsal/check-list'
import { STEP_SAID, StepMarker } from '@/components/rehearsal/step-marker'
import { progressOf } from '@/components/rehearsal/step-words'
import { Icon } from '@/components/ui/icon'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { StepView } from '@/lib/roster/rehearsal/schema'

type Props = {
  step: StepView
  /** Its checks are in sight from the start, and what becomes of it while somebody looks stays in sight. */
  opened: boolean
  /** Something goes on by itself. */
  moving: boolean
  /** Its button, and what has to be decided first: of the step that comes next alone. */
  children?: ReactNode
}

/** A step with what it did or will do, and its checks. A done one is folded to a line that opens. */
export function StepItem({ step, opened, moving, children }: Props) {
  const { number, name, title, text, state, checks, help } = step
  const [isOpen, setOpen] = useState(opened || state !== 'done')
  const list = useId()
  const isDone = state === 'done'
  const isLocked = state === 'todo'
  return (
    <li data-step={name} data-state={state} className="flex gap-4 pb-5 last:pb-0 max-sm:gap-3">
      <StepMarker number={number} state={state} />
      <div className="min-w-0 flex-1 pt-0.5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className={`min-w-0 flex-1 basis-48 text-base break-words ${isLocked ? 'text-faint' : 'font-medium'}`}>
            <span data-part="title">{title}</span>
            <span className="sr-only">, {STEP_SAID[state]}</span>
          </h2>
          {isDone && checks.length > 0 && (
            <Fold step={step} isOpen={isOpen} list={list} onPress={() => setOpen(!isOpen)} />
          )}
        </div>
        {!isDone && !isLocked && <p className="max-w-prose text-sm text-pretty text-muted">{text}</p>}
        {/* Folded on the screen; on paper nobody can open it. */}
        <div id={list} className={isDone && !isOpen ? 'hidden print:block' : ''}>
          {checks.length > 0 && <CheckList step={title} checks={checks} />}
        </div>
        {state === 'running' && <Bar step={step} moving={moving} />}
        {help && state === 'failed' && (
          <p data-part="help" className="mt-2 max-w-prose text-sm text-pretty">
            {help}
          </p>
        )}
        {children && <div className="mt-3 flex flex-col items-start gap-3">{children}</div>}
      </div>
    </li>
  )
}

type FoldProps = { step: StepView; isOpen: boolean; list: string; onPress: () => void }

function Fold({ step: { title, checks, ended }, isOpen, list, onPress }: FoldProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={list}
      onClick={onPress}
      className="flex min-h-6 items-center gap-1 rounded-sm text-xs text-faint hover:text-ink max-md:min-h-11"
    >
      <span className="num">
        {checks.length === 1 ? '1 check' : `${checks.length} checks`}
        {ended && `, ${ended.label}`}
      </span>
      <span className="sr-only">of {title}</span>
      <Icon
        name="chevron-down"
        className={`size-3.5 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}

function Bar({ step, moving }: { step: StepView; moving: boolean }) {
  const progress = progressOf(step)
  if (!progress) return null
  const { label, done, total } = progress
  return (
    <div className="mt-2">
      <ProgressBar
        label={`${step.title}: ${label}`}
        total={total}
        parts={[{ tone: moving ? 'moving' : 'quiet', count: done, label: 'done' }]}
      />
      <p aria-hidden className="mt-1 text-xs text-faint">
        {label}
      </p>
    </div>
  )
}
