import { expect, test } from 'vitest'
import { secondPersonWords, sendingWords } from './labels'

const all = { sent: 1, waiting: 0, left: 0, held: false }

test.each([
  [all, null, null],
  [{ ...all, waiting: 1 }, 'act', '1 mail is sent, 1 waits for your decision in the Outbox.'],
  [{ ...all, sent: 0, waiting: 3 }, 'act', 'No mail is sent, 3 wait for your decision in the Outbox.'],
  [{ ...all, sent: 22, waiting: 2, left: 4 }, 'act', '22 mails are sent, 2 wait for your decision in the Outbox.'],
  [{ ...all, sent: 0, left: 1 }, 'good', '0 mails are sent, 1 follows by itself.'],
  [{ ...all, sent: 22, left: 2 }, 'good', '22 mails are sent, 2 follow by themselves.'],
  [
    { ...all, held: true },
    'act',
    'The mails are written. They wait: this database is older than what was sent before.',
  ],
] as const)('after Send: %#', (report, tone, text) => {
  expect(sendingWords(report)).toEqual(tone && { tone, text })
})

test('who approved is named to whoever may not send it', () => {
  expect(secondPersonWords('Olive')).toContain('Olive approved this roster.')
  expect(secondPersonWords(null)).toContain('take the approval back')
})
