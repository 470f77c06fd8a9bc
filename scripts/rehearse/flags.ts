import { parseArgs } from 'node:util'

export const USAGE = `Rehearses a week on a running Daybook, through its own wizard, without a window.

  npm run rehearse [-- options]

  --url <address>     the Daybook to rehearse on, such as https://roster.example.org;
                      left out: the one that npm start serves from DAYBOOK_HOME
  --email <address>   who signs in, and whom every mail of the rehearsal goes to.
                      The password is taken from REHEARSE_PASSWORD, or asked for.
                      Left out on the sample company: its operator
  --roster <name>     which roster, where there is more than one
  --sign <name>       the name to sign with, which must be that of whoever signed in;
                      left out: it is
  --report <folder>   where the report goes; left out: DAYBOOK_HOME/rehearsals/<time>
  --help              this

It goes on with a rehearsal that is under way, else it begins one. Chromium is found as
npm test finds it; CHROMIUM_PATH names another one.

Exit code: 0 passed and signed, 1 a check failed, 2 it could not be run.`

export type Asked = {
  url?: string | undefined
  email?: string | undefined
  roster?: string | undefined
  sign?: string | undefined
  report?: string | undefined
}
export type Read = { ok: true; asked: Asked } | { ok: true; help: true } | { ok: false; message: string }

const OPTIONS = {
  url: { type: 'string' },
  email: { type: 'string' },
  roster: { type: 'string' },
  sign: { type: 'string' },
  report: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const refused = (message: string): Read => ({ ok: false, message: `${message} npm run rehearse -- --help lists them.` })

/** What the command line asks for. What is not known is refused: a typing error must not become another rehearsal. */
export function readFlags(args: readonly string[]): Read {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'positional') return refused(`“${token.value}” is not an option.`)
    if (token.kind !== 'option') continue
    if (token.name === 'password')
      return refused('A password on the command line can be read by others: set REHEARSE_PASSWORD instead.')
    if (!(token.name in OPTIONS)) return refused(`${token.rawName} is not an option that it has.`)
    if (seen.has(token.name)) return refused(`${token.rawName} stands there twice: name one.`)
    seen.add(token.name)
    if (token.name === 'help') {
      if (token.value !== undefined) return refused('--help takes no value.')
      continue
    }
    // Of two options without a value between them the first would take the second.
    if (!token.value?.trim() || (!token.inlineValue && token.value.startsWith('--')))
      return refused(`${token.rawName} needs a value.`)
  }
  if (values.help) return { ok: true, help: true }
  const { help: _, ...asked } = values as Asked & { help?: boolean }
  if (asked.url === undefined) return { ok: true, asked }
  const url = originOf(asked.url)
  return url
    ? { ok: true, asked: { ...asked, url } }
    : refused(`“${asked.url}” is not an address: write it with its http:// or https://, as in the browser.`)
}

/** Where a Daybook answers: what follows the host in a pasted address is of no matter. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}
