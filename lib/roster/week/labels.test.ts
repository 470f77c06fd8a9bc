import { expect, test } from 'vitest'
import { sendingWords } from './labels'

const all = { sent: 1, waiting: 0, left: 0, held: false }

test.each([
  [all, null],
  [{ ...all, waiting: 1 }, '1 mail is sent, 1 waits for your decision in the Outbox.'],
  [{ ...all, sent: 22, waiting: 2, left: 4 }, '22 mails are sent, 2 wait for your decision in the Outbox.'],
  [{ ...all, sent: 0, left: 1 }, '0 mails are sent, 1 follows by itself.'],
  [{ ...all, sent: 22, left: 2 }, '22 mails are sent, 2 follow by themselves.'],
  [{ ...all, held: true }, 'The mails are written. They wait: this database is older than what was sent before.'],
] as const)('after Send: %#', (report, words) => {
  expect(sendingWords(report)).toBe(words)
})
