import type { Role } from '@/lib/access/rules'
import type { Mark, Words } from '@/lib/timeline/labels'

export const ROLE_NAME: Record<Role, string> = {
  admin: 'Admin',
  operator: 'Operator',
  editor: 'Editor',
  office: 'Office',
  engineer: 'Engineer',
  supervisor: 'Supervisor',
}

/** What a role is for, beside the choice of it. */
export const ROLE_HINT: Record<Role, string> = {
  admin: 'May do everything, and manages users.',
  operator: 'Runs the roster: opens weeks, approves, sends.',
  editor: 'Keeps the slots of a publication.',
  office: 'Works off every docket.',
  engineer: 'Works off dockets with their cost codes.',
  supervisor: 'Sees the dockets of their own diaries.',
}

/** Why a session ended, and with what it began. */
export const END_WORDS: Record<string, string> = {
  signed_out: 'signed out',
  signed_in_again: 'signed in again in the same browser',
  ended_by_admin: 'ended by an admin',
  disabled: 'account disabled',
  password_changed: 'password changed',
}
export const METHOD_WORDS: Record<string, string> = {
  password: 'password',
  link: 'e-mail link',
  oidc: 'single sign-on',
}

/** The events of people and their sessions, as the timeline says them. */
export const EVENT_WORDS: Record<string, string> = {
  'user.added': 'Account added',
  'user.role_changed': 'Role changed',
  'user.disabled': 'Account disabled',
  'user.enabled': 'Account enabled',
  'user.password_set': 'Password set',
  'user.sessions_ended': 'Sessions ended',
  'user.signed_in': 'Signed in',
  'user.signed_out': 'Session ended',
  'user.oidc_linked': 'Linked to single sign-on',
}

const EVENT_ICONS: Record<string, Mark['icon']> = {
  'user.added': 'user-plus',
  'user.role_changed': 'shield',
  'user.disabled': 'user-x',
  'user.enabled': 'user-check',
  'user.password_set': 'key-round',
  'user.signed_in': 'lock-open',
  'user.signed_out': 'log-out',
  'user.oidc_linked': 'link',
}

const roleWord = (role: string): string => ROLE_NAME[role as Role] ?? role

/** People and their sessions, as the timeline reads them. */
export const userWords: Words = {
  machine: 'user',
  desk: 'people',
  noun: 'account',
  state(state) {
    if (state === 'enabled') return { label: 'Enabled', tone: 'good', icon: 'user-check' }
    if (state === 'disabled') return { label: 'Disabled', tone: 'quiet', icon: 'user-x' }
    return { label: roleWord(state), tone: 'quiet', icon: 'shield' }
  },
  event(type, data, reason) {
    if (type === 'user.signed_in') return `with ${METHOD_WORDS[String(data.method)] ?? 'another method'}`
    if (type === 'user.signed_out') return END_WORDS[reason ?? ''] ?? ''
    if (type === 'user.added') return 'account added'
    return type === 'user.role_changed' ? 'role changed' : ''
  },
  fact(type) {
    const label = EVENT_WORDS[type]
    return label ? { label, tone: 'quiet', icon: EVENT_ICONS[type] ?? 'user' } : null
  },
}

export type EntryRefusal = 'wrong' | 'limited' | 'link' | 'oidc' | 'unavailable'

/** What the sign-in page says. None of it tells whether an account exists. */
export const ENTRY_WORDS: Record<EntryRefusal, string> = {
  wrong: 'No account has this address and password. Check both; an admin can set a new password.',
  limited: 'Too many tries.',
  link: 'This link has been used, is older than ten minutes, or was asked for in another browser. Ask for a new one here.',
  oidc: 'Single sign-on did not let you in: no enabled account here has your verified address. Ask an admin to add it.',
  unavailable: 'Signing in does not work at the moment. Try again in a minute; what you typed is still here.',
}

/** `minutes` until the window ends, `at` its end in the company's zone. */
export const limitedWords = (minutes: number, at: string): string =>
  `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${at}.`

/** What a session's browser calls itself, in two words: good enough to recognise one's own. */
export function browserWords(userAgent: string): string {
  const browser = (
    [
      ['Edge', /\bEdgA?\//],
      ['Opera', /\bOPR\//],
      ['Firefox', /\bFirefox\/|\bFxiOS\//],
      ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\/|HeadlessChrome\//],
      ['Safari', /\bSafari\//],
    ] as const
  ).find(([, mark]) => mark.test(userAgent))?.[0]
  const system = (
    [
      ['iPhone', /iPhone/],
      ['iPad', /iPad/],
      ['Android', /Android/],
      ['Windows', /Windows/],
      ['macOS', /Mac OS X/],
      ['Linux', /Linux/],
    ] as const
  ).find(([, mark]) => mark.test(userAgent))?.[0]
  return browser || system
    ? [browser ?? 'A browser', system && `on ${system}`].filter(Boolean).join(' ')
    : 'Unknown browser'
}
