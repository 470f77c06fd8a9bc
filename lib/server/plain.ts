/** 64 KiB of text and 5,000 values hold the largest form of the product ten times over. */
const MAX_TEXT = 64 * 1024
const MAX_VALUES = 5_000
const MAX_DEPTH = 12
/** What the columns of the database hold; no form of the product has a larger number. */
const MAX_NUMBER = 2 ** 31 - 1
/** In a pattern with `u` a surrogate pair is one character, so this finds halves alone. */
const LONE_SURROGATE = /\p{Surrogate}/u
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

type Spent = { text: number; values: number; maxText: number }

function textFault(text: string, spent: Spent): string | null {
  spent.text += text.length
  if (spent.text > spent.maxText) return 'That is too much text at once. Shorten it.'
  if (text.includes('\0')) return 'A text holds a character that cannot be stored (NUL). Type it anew.'
  if (LONE_SURROGATE.test(text)) return 'A text holds half a character, as a cut emoji leaves. Type it anew.'
  return null
}

function numberFault(value: number): string | null {
  if (!Number.isFinite(value)) return 'A number is not finite.'
  return Math.abs(value) <= MAX_NUMBER ? null : 'A number is too large.'
}

function objectFault(value: object, spent: Spent, depth: number): string | null {
  if (depth > MAX_DEPTH) return 'This is nested too deeply.'
  if (!Array.isArray(value)) {
    const proto: unknown = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null) return 'Only text, numbers, lists and plain objects are taken.'
  }
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return `The field "${key}" is not known here.`
    const fault = (Array.isArray(value) ? null : textFault(key, spent)) ?? walk(item, spent, depth + 1)
    if (fault) return fault
  }
  return null
}

function walk(value: unknown, spent: Spent, depth: number): string | null {
  spent.values += 1
  if (spent.values > MAX_VALUES) return 'These are too many values at once. Send fewer.'
  if (value === null || value === undefined || typeof value === 'boolean') return null
  if (typeof value === 'string') return textFault(value, spent)
  if (typeof value === 'number') return numberFault(value)
  if (typeof value === 'object') return objectFault(value, spent, depth)
  return 'Only text, numbers, lists and plain objects are taken.'
}

/**
 * What is wrong with a value as plain data, as a sentence, or null. A server action's caller can send dates, maps,
 * files and promises; PostgreSQL cannot hold NUL or a lone surrogate: both end here and not in a 500.
 *
 * @param maxText characters of all texts together
 */
export const plainFault = (value: unknown, maxText = MAX_TEXT): string | null =>
  walk(value, { text: 0, values: 0, maxText }, 0)
