'use client'

import { type ReactNode, useId } from 'react'
import { type CalendarActions, CalendarPart } from '@/components/tender/calendar-part'
import { OwnShifts, type ShiftActions } from '@/components/tender/own-shifts'
import { type WantedActions, WantedShifts } from '@/components/tender/wanted-shifts'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import type { TenderPage as View } from '@/lib/roster/links/schema'

export type TenderActions = ShiftActions &
  WantedActions &
  CalendarActions & { setMails: CommandAction<{ token: string; stops: boolean }> }

type Props = { token: string; page: View; actions: TenderActions }

/** A tender's own page: what is asked of them, what they work, what they could take, their calendar and their mails. */
export function TenderPage({ token, page, actions }: Props) {
  const { form, shifts, wanted } = page
  return (
    <div className="mt-5 flex flex-col gap-7">
      {form && (
        <Notice
          tone={form.answered ? 'good' : 'act'}
          icon={form.answered ? 'check' : 'calendar-clock'}
          title={form.answered ? 'You have answered' : 'When can you work?'}
          text={
            <>
              {form.week}, until <Time iso={form.until.iso} label={form.until.label} />.
            </>
          }
          actions={
            <LinkButton href={form.url} variant={form.answered ? 'plain' : 'primary'}>
              {form.answered ? 'Change my answer' : 'Say when I can work'}
            </LinkButton>
          }
        />
      )}
      <Part title="What you work next">
        {shifts.length > 0 ? (
          <OwnShifts token={token} shifts={shifts} actions={actions} />
        ) : (
          <p className="text-sm text-muted">
            No shift of yours is planned. Once a schedule is mailed, your shifts of it stand here.
          </p>
        )}
      </Part>
      {wanted.length > 0 && (
        <Part title="Can you take one of these?">
          <WantedShifts token={token} wanted={wanted} actions={actions} />
        </Part>
      )}
      <Part title="Your calendar">
        <CalendarPart token={token} calendar={page.calendar} actions={actions} />
      </Part>
      <Part title="Your mails">
        <p className="text-sm text-pretty text-muted">
          {page.stopped
            ? 'You get no mails from this roster: no question when you can work, no schedule, no word of a swap. This page shows your shifts all the same.'
            : 'You are asked by mail when you can work, and get the schedule and every swap of yours.'}
        </p>
        <div data-actions className="mt-2">
          <TransitionButton
            edge={{
              name: 'mails',
              label: page.stopped ? 'Send me mails again' : 'Stop my mails',
              icon: page.stopped ? 'mail' : 'mail-x',
              allowed: true,
            }}
            action={actions.setMails}
            input={{ token, stops: !page.stopped }}
            variant={page.stopped ? 'plain' : 'ghost'}
          />
        </div>
      </Part>
      <p className="border-t border-line pt-3 text-xs text-pretty text-muted">
        {page.worked === 0
          ? 'You have worked no shift in the last 26 weeks.'
          : `You have worked ${page.worked} ${page.worked === 1 ? 'shift' : 'shifts'} in the last 26 weeks.`}{' '}
        All times are those in {page.zone}. This page is yours alone: whoever has its address can act for you.
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-base font-medium">
        {title}
      </h2>
      {children}
    </section>
  )
}
