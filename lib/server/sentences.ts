import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** `deadlineAt` → `deadline at`: how a field is called when its schema has no title of its own. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `no. ${part + 1}` : String(part)))
    .join(' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a set of fields',
}
const FORMATS: Record<string, string> = {
  email: 'an e-mail address such as rosa@example.org',
  uuid: 'an id',
  url: 'a web address',
  date: 'a date such as 2026-12-10',
  time: 'a time such as 18:00',
  datetime: 'a date and time such as 2026-12-10T18:00:00Z',
}

function bound(issue: Extract<RawIssue, { code: 'too_big' | 'too_small' }>): string {
  const [figure, word] = issue.code === 'too_big' ? [issue.maximum, 'at most'] : [issue.minimum, 'at least']
  if (issue.code === 'too_small' && issue.origin === 'string' && Number(figure) === 1) return 'must not be empty'
  if (issue.origin === 'string') return `must have ${word} ${figure} characters`
  if (issue.origin === 'array') return `must have ${word} ${figure} entries`
  return `must be ${word} ${figure}`
}

function predicate(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_big':
    case 'too_small':
      return bound(issue)
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'written in another form'}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'is not what is expected here'
  }
}

/** The words for an issue whose schema brings none of its own: a predicate to stand behind the field's name. */
export const wordsFor: z.core.$ZodErrorMap = (issue) => ({ message: `\u0001${predicate(issue)}` })

/**
 * One sentence for an issue. Messages written by the schema's author are whole sentences and stay as they are;
 * `wordsFor` marks its own with a leading control character, to be completed with the field's name here.
 */
export function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key.slice(0, 40)}"`)
    return keys.length === 1
      ? `The field ${keys[0]} is not known here.`
      : `The fields ${keys.join(', ')} are not known here.`
  }
  if (!issue.message.startsWith('\u0001')) return issue.message
  const name = issue.path.length ? fieldName(issue.path) : 'input'
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${issue.message.slice(1)}.`
}
