'use client'

import { Dialog } from '@/components/ui/dialog'
import { Icon, type IconName } from '@/components/ui/icon'
import { Loading, SkeletonRows } from '@/components/ui/skeleton'
import { useRead } from '@/components/wizard/use-read'
import type { ChangeLine, ChangesView } from '@/lib/roster/changes/schema'

const ICONS: Record<ChangeLine['kind'], IconName> = { in: 'plus', out: 'minus', moved: 'arrow-right' }

type Props = { runId: string; version: number; onClose: () => void }

/** Person by person: who came, who went, who moved, and why; then what the picker had been given anew. */
export function ChangesDialog({ runId, version, onClose }: Props) {
  const { data, error } = useRead<ChangesView>(['changes', runId, version], `/roster/${runId}/changes`)
  return (
    <Dialog title="Changes since the last generate" isOpen onClose={onClose} wide>
      {error && <p className="text-bad">{error.message}</p>}
      {!data && !error && (
        <Loading label="The changes are being read">
          <SkeletonRows count={4} />
        </Loading>
      )}
      {data && (
        <div className="flex flex-col gap-5">
          <p className="text-muted">{data.summary}</p>
          {data.people.length > 0 && (
            <ul aria-label="Who changed" className="divide-y divide-line border-y border-line">
              {data.people.map(({ id, name, lines }) => (
                <li key={id} className="py-2.5">
                  <p className="font-medium">{name}</p>
                  <ul>
                    {lines.map((line) => (
                      <li key={line.words} className="mt-1 flex gap-2">
                        <Icon name={ICONS[line.kind]} className="mt-0.5 size-4 text-muted" />
                        <span className="min-w-0">
                          {line.words}
                          {line.why && <span className="block text-muted">{line.why}</span>}
                        </span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
          <section>
            <h3 className="font-medium">What the picker was given anew</h3>
            <ul className="mt-1 flex flex-col gap-1 text-muted">
              {data.input.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Dialog>
  )
}
