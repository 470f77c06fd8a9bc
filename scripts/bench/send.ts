/** The outbox beside a bare nodemailer pool: the same mails into the same sink, with as many connections. */
import nodemailer from 'nodemailer'
import { queueMessages } from '@/lib/messages/data'
import { LINES } from '@/lib/messages/delivery/rules'
import { deliver } from '@/lib/messages/effects'
import { freeze, type NewMessage, thaw } from '@/lib/messages/rules'
import { smtpTransport } from '@/lib/messages/transport/smtp'
import { context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import type { Bench, Row } from './report'
import { startDatabase } from './rig/database'
import { startSink } from './rig/sink'

const MESSAGES = 10_000
/** The two take turns in so many slices, so that a busy machine slows both. */
const SLICES = 10

/** A mail of the size of a schedule: a week's table in two forms and a calendar. */
function messageOf(subjectId: string, n: number): NewMessage {
  const id = newId()
  const shifts = Array.from({ length: 10 }, (_, i) => `Thu ${i + 1} Dec, 18:00 – 23:30 GMT, Bar: Ana, Ben, Cleo, Dan`)
  return freeze(
    { id, kind: 'schedule', effectKey: `bench:${subjectId}:${id}`, subjectMachine: 'run', subjectId, personId: id },
    {
      from: { name: 'The Anchor', address: 'roster@anchor.test' },
      to: { name: `Person ${n}`, address: `person${n}@example.test` },
      subject: 'Week of 14 December: you have two shifts',
      html: `<table>${shifts.map((shift) => `<tr><td style="padding:9px 0;border-bottom:1px solid #e6e1da;font-size:14px">${shift}</td></tr>`).join('')}</table>`,
      text: shifts.join('\n'),
      attachments: [
        {
          filename: 'shifts.ics',
          contentType: 'text/calendar; charset=utf-8',
          content: `BEGIN:VCALENDAR\r\n${shifts.join('\r\n')}\r\nEND:VCALENDAR`,
        },
      ],
      date: '2026-12-01T09:00:00.000Z',
    },
  )
}

/** What a script would do: a pool, and a promise a mail. Nothing is kept, so a crash forgets who had theirs. */
async function sendBare(url: string, rows: readonly NewMessage[]): Promise<number> {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: LINES,
    maxMessages: Number.POSITIVE_INFINITY,
  } as never)
  const mails = rows.map((row) => thaw(Buffer.from(row.payload ?? '', 'base64')))
  const began = performance.now()
  await Promise.all(mails.map(({ date, ...mail }) => pool.sendMail({ ...mail, date: new Date(date) })))
  const taken = performance.now() - began
  pool.close()
  return taken
}

async function run(): Promise<Row[]> {
  const [sink, database] = await Promise.all([startSink(), startDatabase('bench')])
  try {
    const ctx = context({ db: database.db, actor: SYSTEM, shift: 0 })
    const transport = smtpTransport({ url: sink.url })
    const kinds = [{ kind: 'schedule', may: Prisma.sql`true` }]
    let [ours, bare] = [0, 0]
    for (let slice = 0; slice < SLICES; slice++) {
      const subjectId = newId()
      const rows = Array.from({ length: MESSAGES / SLICES }, (_, n) => messageOf(subjectId, n))
      bare += await sendBare(sink.url, rows)
      await queueMessages(ctx, rows)
      const began = performance.now()
      const report = await deliver(ctx, { kinds, transport, subjectId, budget: { ms: 600_000, rows: rows.length } })
      ours += performance.now() - began
      if (report.sent !== rows.length) throw new Error(`sent ${report.sent} of ${rows.length}`)
    }
    transport.close()
    const taken = await sink.taken()
    if (taken !== 2 * MESSAGES) throw new Error(`the sink took ${taken}`)
    const rate = (ms: number) => (MESSAGES / ms) * 1_000
    return [
      {
        measure: `${MESSAGES.toLocaleString('en-GB')} messages, ${LINES} connections, one committed intent and one committed result each`,
        ours: rate(ours),
        unit: 'messages/s',
        against: [
          { name: 'bare nodemailer pool', value: rate(bare) },
          { name: 'of it', value: bare / ours },
        ],
        goal: '≥ 0.5 of the pool',
        met: bare / ours >= 0.5,
      },
    ]
  } finally {
    await sink.stop()
    await database.stop()
  }
}

export default { name: 'send', run } satisfies Bench
