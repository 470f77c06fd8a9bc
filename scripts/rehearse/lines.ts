import type { SeenCheck, SeenStep } from './wizard'

/** Where what was found begins, so that it stands in one column. */
const COLUMN = 62

export const stepLine = ({ number, title }: SeenStep): string => `\n${number}. ${title}`

export const checkLine = ({ ok, text, finding }: SeenCheck): string =>
  `   ${ok ? 'ok    ' : 'FAILED'} ${text.padEnd(COLUMN)} ${finding}`.trimEnd()

/** What a failed run ends with: the step, each check that failed, and what to do. */
export function failureText({ title, checks, help }: SeenStep): string {
  const failed = checks
    .filter(({ ok }) => ok === false)
    .map(({ text, finding }) => `${text}: ${finding.replace(/\.$/, '')}`)
  return [`failed: ${title}: ${failed.join('; ') || 'the step could not be taken'}.`, help].filter(Boolean).join(' ')
}
