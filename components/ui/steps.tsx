import { Icon } from '@/components/ui/icon'

export type Step = { key: string; label: string; state: 'done' | 'now' | 'todo' }

const said = { done: 'done', now: 'now', todo: 'to come' }

/** Where a thing stands on its way. On the phone only the present step has its word in sight. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  const at = steps.findIndex((step) => step.state === 'now')
  const now = steps[at]
  return (
    <div className="mb-5">
      <ol aria-label={label} className="flex items-center gap-2">
        {steps.map((step, index) => (
          <li
            key={step.key}
            aria-current={step.state === 'now' ? 'step' : undefined}
            className={`flex items-center gap-2 not-last:flex-1 ${step.state === 'todo' ? 'text-muted' : ''}`}
          >
            <span
              aria-hidden
              className={`grid size-6 shrink-0 place-items-center rounded-full text-2xs font-semibold ${
                { done: 'bg-good-soft text-good', now: 'bg-accent text-on-accent', todo: 'border border-strong' }[
                  step.state
                ]
              }`}
            >
              {step.state === 'done' ? <Icon name="check" className="size-3.5" /> : index + 1}
            </span>
            <span className={`text-sm max-lg:sr-only ${step.state === 'now' ? 'font-semibold' : ''}`}>
              {step.label}
              <span className="sr-only">, {said[step.state]}</span>
            </span>
            {index < steps.length - 1 && <span aria-hidden className="h-px min-w-2 flex-1 bg-line" />}
          </li>
        ))}
      </ol>
      {now && (
        <p aria-hidden className="mt-2 text-sm lg:hidden">
          <span className="font-semibold">{now.label}</span>
          <span className="text-muted">
            , step {at + 1} of {steps.length}
            {steps[at + 1] && `, then ${steps[at + 1]?.label.toLowerCase()}`}
          </span>
        </p>
      )}
    </div>
  )
}
