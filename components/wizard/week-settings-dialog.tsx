'use client'

import { useState } from 'react'
import { MOMENTS, MomentField } from '@/components/roster/moment-field'
import { Checkbox } from '@/components/ui/checkbox'
import { FormDialog } from '@/components/ui/form-dialog'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { useCommand } from '@/components/ui/use-command'
import { settingsChanges } from '@/components/wizard/settings-changes'
import type { Move, WeekActions } from '@/components/wizard/week-actions'
import { momentDay } from '@/lib/roster/labels'
import type { Settings } from '@/lib/roster/schema'
import { PILOT_DORMANT } from '@/lib/roster/week/labels'
import type { WeekSettings, WeekView } from '@/lib/roster/week/schema'

export type WeekSettingsProps = { week: WeekView; roster: Settings; save: WeekActions['saveSettings'] }

/** A week's own times and autopilot, typed over those of its roster. */
export function WeekSettingsDialog({ week, roster, save, onClose }: WeekSettingsProps & { onClose: () => void }) {
  // The week moves on under the dialog: after a refusal it is as somebody else made it.
  const [seen] = useState(week.settings)
  const [settings, setSettings] = useState(seen)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Move & WeekSettings>({ action: save, onDone: onClose, onRefused: setFields })
  const set = (next: Partial<WeekSettings>) => {
    setSettings((before) => ({ ...before, ...next }))
    setFields({})
  }
  const fault = Object.values(fields)[0]
  const changes = settingsChanges(seen, week.settings, roster)
  return (
    <FormDialog
      title="Week settings"
      label="Save the settings"
      pending={pending}
      onClose={onClose}
      onSubmit={() => run({ runId: week.id, version: week.version, ...settings })}
    >
      {changes && (
        <Notice
          tone="act"
          icon="refresh-cw"
          title="Somebody changed these settings since you looked"
          text={`${changes} Saving puts what is below in its place.`}
          live
        />
      )}
      <Switch
        label="Autopilot"
        hint={
          week.old ? PILOT_DORMANT : 'Opens, closes and generates by the clock. Approving and sending are always yours.'
        }
        on={settings.autopilot}
        onChange={(autopilot) => set({ autopilot })}
      />
      {MOMENTS.map(([name, label]) => {
        const own = settings[name]
        return (
          <div key={name} className="border-t border-line pt-3">
            {own ? (
              <MomentField label={label} value={own} onChange={(moment) => set({ [name]: moment })} />
            ) : (
              <p className="text-sm">
                <span className="block text-muted">{label}</span>
                {momentDay(roster[name].daysBefore)} at {roster[name].time}
              </p>
            )}
            <Checkbox checked={own !== null} onChange={(isOwn) => set({ [name]: isOwn ? roster[name] : null })}>
              <span className="text-sm">Otherwise in this week</span>
            </Checkbox>
          </div>
        )
      })}
      {week.state !== 'DRAFT' && (
        <p className="text-xs text-muted">The form has been opened: its deadline is moved by its own button.</p>
      )}
      {fault && <Notice tone="bad" icon="circle-alert" title={fault} live />}
    </FormDialog>
  )
}
