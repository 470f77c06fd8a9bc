import { z } from 'zod'

/**
 * What each variable of the environment may hold, one by one. Every refusal is a sentence that names the variable and
 * says what to write; none repeats the value, which may be a secret.
 */

const can = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false
  }
}

const text = (sentence: string, holds: (value: string) => boolean) =>
  z.string({ error: sentence }).refine((value) => can(() => holds(value)), sentence)

const url = (
  sentence: string,
  protocols: string[],
  holds: (parsed: URL) => boolean = (parsed) => parsed.hostname !== '',
) =>
  text(sentence, (value) => !/\s/.test(value) && protocols.includes(new URL(value).protocol) && holds(new URL(value)))

const oneOf = <const T extends readonly [string, ...string[]]>(sentence: string, words: T) =>
  z.enum(words, { error: sentence })

/** Name of the database in a connection string. Throws when the string is no URL. */
export const databaseName = (value: string): string => decodeURIComponent(new URL(value).pathname.slice(1))

const database = (name: string) =>
  url(
    `${name} is not a PostgreSQL connection string. Write postgresql://user:password@host:5432/database.`,
    ['postgres:', 'postgresql:'],
    (parsed) => databaseName(parsed.href) !== '',
  )

/** OWASP ASVS 11.2.4: 32 random bytes, which no alphabet writes in fewer than 32 characters. */
const secret = (name: string) =>
  text(
    `${name} is too weak. Write at least 32 random characters without spaces, such as the output of "openssl rand -base64 32".`,
    (value) => /^\S{32,}$/.test(value),
  )

const path = (name: string, what: string) =>
  text(`${name} is not a path. Write ${what}.`, (value) => !/[\r\n\0]/.test(value))

const ADDRESS = /^(?:[^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

export const fields = {
  PORT: text('PORT is not a port. Write a whole number from 1 to 65535, or leave it out for 3000.', (value) => {
    return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535
  })
    .default('3000')
    .transform(Number),
  HOST: text('HOST is not an address to listen on. Write one such as 127.0.0.1, 0.0.0.0 or a host name.', (value) => {
    return /^(?:[\w-]+(?:\.[\w-]+)*|[\da-fA-F:]*:[\da-fA-F:.]*)$/.test(value)
  }).optional(),
  SAMPLE: oneOf('SAMPLE is neither 0 nor 1. Write 0 for an empty company, or leave it out for the sample company.', [
    '0',
    '1',
  ])
    .default('1')
    .transform((value) => value === '1'),
  DAYBOOK_HOME: path('DAYBOOK_HOME', 'the folder that keeps the data, or leave it out for .daybook').default(
    '.daybook',
  ),
  DATABASE_URL: database('DATABASE_URL').optional(),
  DATABASE_OWNER_URL: database('DATABASE_OWNER_URL').optional(),
  NEXTAUTH_URL: url(
    'NEXTAUTH_URL is not an address. Write the one that people type, such as https://daybook.example.org.',
    ['http:', 'https:'],
  ).optional(),
  NEXTAUTH_SECRET: secret('NEXTAUTH_SECRET').optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: text(
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is not a key. Write 32 random bytes in base64: the output of "openssl rand -base64 32".',
    (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
  ).optional(),
  TRUSTED_PROXIES: text(
    'TRUSTED_PROXIES is not a count. Write how many proxies stand in front of Daybook, 0 to 9.',
    (value) => {
      return /^\d$/.test(value)
    },
  )
    .default('0')
    .transform(Number),
  CRON_SECRET: secret('CRON_SECRET').optional(),
  CRON_SECRET_PREVIOUS: secret('CRON_SECRET_PREVIOUS').optional(),
  SMTP_URL: url(
    'SMTP_URL is not a mail server. Write smtp://user:password@host:587 or smtps://user:password@host:465.',
    ['smtp:', 'smtps:'],
  ).optional(),
  RESEND_API_KEY: text('RESEND_API_KEY is not a key. Write the key as Resend shows it, without spaces.', (value) => {
    return /^\S+$/.test(value)
  }).optional(),
  MAIL_FROM: text('MAIL_FROM is not a sender. Write roster@example.org, or Daybook <roster@example.org>.', (value) => {
    return ADDRESS.test(value)
  }).default('Daybook <daybook@localhost>'),
  OIDC_ISSUER: url('OIDC_ISSUER is not an address. Write the https address of the sign-in service.', [
    'http:',
    'https:',
  ]).optional(),
  OIDC_CLIENT_ID: text('OIDC_CLIENT_ID has spaces. Write the id as the sign-in service shows it.', (value) => {
    return /^\S+$/.test(value)
  }).optional(),
  OIDC_CLIENT_SECRET: text(
    'OIDC_CLIENT_SECRET has spaces. Write the secret as the sign-in service shows it.',
    (value) => {
      return /^\S+$/.test(value)
    },
  ).optional(),
  SCHEDULER: oneOf(
    'SCHEDULER is neither postgres nor temporal. Write temporal to have a Temporal server wake the schedules, or leave it out.',
    ['postgres', 'temporal'],
  ).default('postgres'),
  TEMPORAL_ADDRESS: text(
    'TEMPORAL_ADDRESS is not an address. Write the host and port of the Temporal server, such as 127.0.0.1:7233.',
    (value) => {
      const [, host = '', port = ''] = /^([\w-]+(?:\.[\w-]+)*|\[[\da-fA-F:.]+\]):(\d{1,5})$/.exec(value) ?? []
      return host !== '' && Number(port) >= 1 && Number(port) <= 65_535
    },
  ).optional(),
  TEMPORAL_NAMESPACE: text(
    'TEMPORAL_NAMESPACE is not a name. Write the namespace as Temporal shows it, without spaces, or leave it out for default.',
    (value) => /^[\w.-]{2,255}$/.test(value),
  ).default('default'),
  TEMPORAL_CLI: path('TEMPORAL_CLI', 'the path of the temporal command line, for the tests').optional(),
  PUB_SCHEDULER_V2: oneOf(
    'PUB_SCHEDULER_V2 is neither on nor off. Write off to stop the new roster engine in this process, or leave it out.',
    ['on', 'off'],
  ).default('on'),
  CHROMIUM_PATH: path('CHROMIUM_PATH', 'the path of a Chromium, for the browser tests').optional(),
  DAYBOOK_EMBEDDED: oneOf('DAYBOOK_EMBEDDED is set by npm start for its own server. Leave it out.', ['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  DAYBOOK_TEST: oneOf('DAYBOOK_TEST is neither 0 nor 1. Write 1 in tests only, or leave it out.', ['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  DAYBOOK_FAILPOINT: z.string().optional(),
}
