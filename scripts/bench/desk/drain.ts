import { queueMessages } from '@/lib/messages/data'
import { freeze } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { App } from '@/lib/testing/app'

const AT_ONCE = 500

/** Queues so many mails of a schedule's size, of a kind that may leave whatever its week's state is. */
export async function queueMails(ctx: Context, runId: string, count: number): Promise<void> {
  const lines = Array.from({ length: 60 }, (_, k) => `Thu ${k + 1} Dec, 18:00 – 23:30 GMT, Bar: Ana, Ben, Cleo, Dan`)
  for (let done = 0; done < count; done += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, k) => {
      const id = newId()
      const mail = {
        from: { name: 'The Anchor', address: 'roster@anchor.test' },
        to: { name: `Person ${k}`, address: `person${k}@example.test` },
        subject: 'The form of your week closes tonight',
        html: `<table>${lines.map((line) => `<tr><td style="padding:9px 0">${line}</td></tr>`).join('')}</table>`,
        text: lines.join('\n'),
        attachments: [],
        date: ctx.now().toISOString(),
      }
      const identity = { id, kind: 'nudge', effectKey: `bench:${id}`, subjectMachine: 'run', subjectId: runId }
      return freeze({ ...identity, personId: null }, mail)
    })
    await queueMessages(ctx, rows)
  }
}

/** Messages that have not been tried to an end yet. */
export const countWaiting = (ctx: Context): Promise<number> =>
  ctx.db.message.count({ where: { kind: 'nudge', state: { in: ['queued', 'claimed', 'sending'] } } })

/** Ticks, one after the other without a pause, until told to stop. @returns how to stop, and how many were good */
export function keepTicking(app: App) {
  let stopped = false
  let ticks = 0
  const running = (async () => {
    while (!stopped) {
      const answer = await app.tick()
      if (!answer?.ok) throw new Error(`A tick answered ${answer?.status ?? 'nothing'}: ${await answer?.text()}`)
      ticks += 1
    }
  })()
  // Its error is told when the drain is stopped.
  running.catch(() => {})
  return {
    stop: async () => {
      stopped = true
      await running
      return ticks
    },
  }
}
