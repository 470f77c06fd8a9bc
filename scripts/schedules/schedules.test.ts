import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { newestSource } from '@/lib/platform/zone-data'
import { CronError } from '@/lib/schedules/cron/fields'
import { parseCron } from '@/lib/schedules/cron/parse'
import { below, drawCron, pick, randomOf } from '@/lib/schedules/cron/random-cron'
import vectors from '@/lib/schedules/cron/vectors.json'
import { runSchedules } from './verbs'

type Answer = { code: number | null; out: string; err: string }

/** The command as npm runs it, with an input and a time zone of the process. */
function run(args: readonly string[], { input = '', tz = 'Asia/Kathmandu' } = {}): Promise<Answer> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/schedules.ts', ...args], {
    env: { ...process.env, TZ: tz },
  })
  const answer = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    answer.err += text
  })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...answer }))
  })
}

/** The same in this process: starting another one takes a second. */
async function ask(args: readonly string[], input = ''): Promise<Answer> {
  const answer = { out: '', err: '' }
  const code = await runSchedules(args, {
    input: Readable.from([input]),
    out: (line) => {
      answer.out += `${line}\n`
    },
    fault: (line) => {
      answer.err += `${line}\n`
    },
  })
  return { code, ...answer }
}

const TIMEOUT = { timeout: 120_000 }
const lines = (text: string) => text.trimEnd().split('\n')

/** All vectors, and random crons over changes of the clocks. */
function questions(): string[] {
  const random = randomOf(11)
  const asked = vectors.map(({ cron, tz, from, to }) => JSON.stringify({ cron, zone: tz, from, to }))
  const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Tokyo']
  while (asked.length < 200) {
    const near = { hour: below(random, 24), day: 1 + below(random, 28), month: pick(random, [3, 4, 9, 10]), year: 2026 }
    const { text } = drawCron(random, near)
    const month = String(near.month).padStart(2, '0')
    try {
      parseCron(text)
    } catch (error) {
      if (error instanceof CronError) continue
      throw error
    }
    const [from, to] = [`2026-${month}-01T00:00Z`, `2026-${month}-08T00:00Z`]
    asked.push(JSON.stringify({ cron: text, zone: pick(random, zones), from, to }))
  }
  return asked
}

describe('between', () => {
  it('answers line by line, the same under any TZ', TIMEOUT, async () => {
    const asked = questions()
    const answers: Answer[] = []
    for (const tz of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])
      answers.push(await run(['between', '--stdin'], { input: asked.join('\n'), tz }))
    const [first] = answers
    expect(first?.err).toBe('')
    const found = lines(first?.out ?? '').map((line) => JSON.parse(line))
    expect(found).toHaveLength(asked.length)
    expect(found.slice(0, vectors.length)).toEqual(vectors.map(({ expected }) => expected))
    for (const answer of answers) expect(answer).toEqual({ code: 0, out: first?.out, err: '' })
  })

  it.skipIf(newestSource !== 'package')('09:00 in Vancouver on 2 November 2026 is 16:00 UTC', async () => {
    const args = ['--cron', '0 9 * * *', '--zone', 'America/Vancouver', '--from=2026-11-02T00:00Z']
    const answer = await ask(['between', ...args, '--to', '2026-11-03T00:00-08:00'])
    expect(answer).toEqual({ code: 0, out: '["2026-11-02T16:00:00Z"]\n', err: '' })
  })

  it('a line that is refused keeps its place, says why, and the rest is answered', async () => {
    const good = { cron: '0 9 * * *', zone: 'UTC', from: '2026-06-01T00:00Z', to: '2026-06-02T00:00Z' }
    const asked = [
      good,
      { ...good, cron: '0 24 * * *' },
      '',
      { ...good, zone: 'Europe/Lodnon' },
      { ...good, from: '2026-06-01T00:00' },
      { cron: good.cron },
      'nonsense',
      { ...good, cron: '* * * * * * *', to: '2030-01-01T00:00Z' },
      { ...good, overlap: 'twice' },
      { ...good, from: good.to, to: good.from },
    ]
    const input = asked.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\r\n')
    const { code, out, err } = await ask(['between', '--stdin'], input)
    expect(code).toBe(1)
    const answers = lines(out).map((line) => JSON.parse(line))
    expect(answers).toHaveLength(9)
    expect(answers[0]).toEqual(['2026-06-01T09:00:00Z'])
    expect(answers[8]).toEqual([])
    const sentences = lines(err)
    expect(sentences).toEqual([
      expect.stringMatching(/^Line 2: In the hour field, "24" is not allowed: write 0 to 23\.$/),
      expect.stringMatching(/^Line 4: There is no time zone "Europe\/Lodnon"\. Write an IANA name/),
      expect.stringMatching(/^Line 5: from: "2026-06-01T00:00" has no zone: add Z/),
      expect.stringMatching(/^Line 6: Something is missing or no text\. A line is \{"cron"/),
      expect.stringMatching(/^Line 7: This is no JSON\. A line is/),
      expect.stringMatching(/^Line 8: These are more than 1,000,000 fires: ask for a shorter time\.$/),
      expect.stringMatching(/^Line 9: "twice" is no overlap: write first, or both/),
    ])
    const refused = answers.slice(1, 8).map(({ error }) => error)
    expect(refused).toEqual(sentences.map((sentence) => sentence.replace(/^Line \d+: /, '')))
  })
})

describe('what the command line is asked', () => {
  it('preview: words, fires, what the clocks do', async () => {
    const args = ['--cron', '30 2 * * *', '--zone', 'Australia/Sydney', '--from', '2026-10-02T00:00Z', '--count', '2']
    const { code, out, err } = await ask(['preview', ...args])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(lines(out)).toEqual([
      expect.stringMatching(/^02:30 every day, Australia\/Sydney \(zone data \d{4}[a-z]+\)$/),
      '',
      '  Sat 3 Oct 2026 02:30 AEST  2026-10-02T16:30:00Z',
      '  Sun 4 Oct 2026 02:30                             skipped: no clock shows it',
      '  Mon 5 Oct 2026 02:30 AEDT  2026-10-04T15:30:00Z  the clocks went forward',
      '',
      'On Sun 4 Oct 2026 the clocks go forward: 02:30 does not exist and is skipped.',
      'On Sun 4 Apr 2027 the clocks go back: 02:30 comes twice and fires once, at the first pass.',
    ])
  })

  it.each([
    [[], /^Say what to do:/],
    [['lift'], /^Say what to do:/],
    [['toString'], /^Say what to do:/],
    [['preview', '--zone', 'UTC'], /^--cron is missing: add --cron '5 7 \* \* 1-5'\.$/],
    [['preview', '--cron', '0 9 * * *'], /^--zone is missing/],
    [['preview', '--cron', '0 9 * * * 2020', '--zone', 'UTC'], /^"0 9 \* \* \* 2020" never fires in UTC after/],
    [['preview', '--cron', '0 0 31 2 *', '--zone', 'UTC'], /never fires: February has at most 29 days/],
    [
      ['preview', '--cron', '0 9 * * *', '--zone', 'UTC', '--count', '0'],
      /^--count "0" is not allowed: write 1 to 1,000\.$/,
    ],
    [['preview', '--cron', '0 9 * * *', '--zone', '+05:30'], /^There is no time zone "\+05:30"/],
    [['between', '--cron', '0 9 * * *', '--zone', 'UTC', '--from', '2026-06-01T00:00Z'], /^--to is missing/],
    [['between', '0 9 * * *'], /^"0 9 \* \* \*" belongs to no option\. Write npm run schedules -- with both dashes/],
    [
      ['between', '--corn', '0 9 * * *'],
      /^--corn is not known here: there are --cron, --zone, --from, --to, --overlap, --stdin\.$/,
    ],
    [['between', '--cron', '--zone', 'UTC'], /^--cron needs a value/],
    [['between', '--cron=1', '--cron=2'], /^--cron stands there twice/],
    [['between', '--stdin=yes'], /^--stdin takes no value/],
    [['pause', 'probe:a'], /^--reason is missing: add --reason 'The crane is at the workshop'\.$/],
    [['pause', 'probe:a', 'probe:b'], /^"probe:b" belongs to no option/],
    [['trigger'], /^Say which: npm run schedules -- list shows every id\.$/],
    [['unpause', 'probe'], /^"probe" is no schedule id\. Write feature:entity/],
    [['unpause', 'probe:a', '--reason', 'x'], /^--reason is not known here: there are none\.$/],
    [['list', '--count', '3'], /^--count is not known here: there are --json\.$/],
    [['preview', '--cron', '* * * * *', '--zone', 'UTC', '--jitter', '60'], /^A jitter of 1 min reaches the next fire/],
    [['between', '--stdin', '--zone', 'UTC'], /^--stdin takes its questions from the standard input alone/],
  ] as const)('%j is refused with a sentence', async (args, says) => {
    const { code, out, err } = await ask(args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trimEnd()).toMatch(says)
  })

  it('as a process: a sentence, no stack, exit code 1', TIMEOUT, async () => {
    const { code, out, err } = await run(['preview', '--cron', '0 24 * * *', '--zone', 'UTC'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe('In the hour field, "24" is not allowed: write 0 to 23.\n')
  })
})
