'use client'

import { PauseButton } from '@/components/schedules/pause-button'
import { type ScheduleActions, STALE } from '@/components/schedules/schedules-actions'
import { TransitionButton } from '@/components/ui/transition-button'
import type { PickedSchedule } from '@/lib/schedules/desk/schema'

/** What can be done with a schedule. One reason stands once: where a role covers none of it, it stands beside the first. */
export function ScheduleButtons({ schedule, actions }: { schedule: PickedSchedule; actions: ScheduleActions }) {
  const { key, version, name, isPaused, locks, asks } = schedule
  return (
    <>
      {isPaused ? (
        <TransitionButton
          edge={{
            name: 'resume',
            label: 'Resume',
            of: name,
            icon: 'play',
            allowed: !locks.resume,
            reason: locks.resume,
          }}
          action={actions.resume}
          input={{ id: key, version }}
          variant={locks.resume ? 'ghost' : 'plain'}
          invalidates={STALE}
          confirm={{ title: `Resume ${name}?`, text: asks.resume, confirmLabel: 'Resume it' }}
        />
      ) : (
        <PauseButton key={key} schedule={schedule} pause={actions.pause} />
      )}
      <TransitionButton
        edge={{ name: 'fire', label: 'Fire now', of: name, icon: 'zap', allowed: !locks.fire, reason: locks.fire }}
        action={actions.fire}
        input={{ id: key }}
        variant={locks.fire ? 'ghost' : 'plain'}
        invalidates={STALE}
        confirm={{ title: `Fire ${name} now?`, text: asks.fire, confirmLabel: 'Fire it now' }}
      />
    </>
  )
}
