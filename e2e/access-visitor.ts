import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What the running server wrote for others to join: its database and its secrets. */
export function homeEnv(): Record<string, string> {
  const lines = readFileSync(join(process.env.E2E_HOME ?? '', 'env'), 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

export async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: homeEnv().DATABASE_URL })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

export type Answer = { status: number; code: string | null; text: string; location: string | null }

/** A browser without a page: it keeps cookies, and can send what no page of ours would. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  constructor(readonly base: string) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) }
    const response = await fetch(new URL(path, this.base), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** The error code that a sign-in ended with, or null; and what the answer set. */
  async signIn(
    email: string,
    password = 'daybook',
    extra: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) {
    const { csrfToken } = await (await this.fetch('/api/auth/csrf')).json()
    const response = await this.fetch('/api/auth/callback/credentials', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email, password, csrfToken, json: 'true', ...extra }),
    })
    const { url } = await response.json()
    return {
      error: new URL(url).searchParams.get('error'),
      url: url as string,
      setCookie: response.headers.getSetCookie(),
    }
  }

  get session(): string | undefined {
    return this.cookies.get('daybook.session')
  }

  /** Calls a server action as it stands in the build, past every page. */
  async call(
    action: { id: string; page: string },
    args: unknown[],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.fetch(action.page, {
      method: 'POST',
      headers: {
        'next-action': action.id,
        'content-type': 'text/plain;charset=UTF-8',
        accept: 'text/x-component',
        origin: this.base,
        ...headers,
      },
      body: JSON.stringify(args),
    })
    const text = await response.text()
    const refused = /"ok":false,"code":"(\w+)"/.exec(text)?.[1]
    const code = refused ?? (text.includes('"ok":true') ? 'ok' : null)
    const location = response.headers.get('location') ?? response.headers.get('x-action-redirect')
    return { status: response.status, code, text, location }
  }
}
