import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Seen, SeenStep } from './wizard'

/** What came of the whole: as the exit code says it. */
export type Verdict = { passed: boolean; text: string }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A folder with a picture of each step and a page that holds them together. */
export class Report {
  readonly #pictures = new Map<string, string>()

  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true })
  }

  /** A picture of the page as it stands. @param name of the file, and what it belongs to */
  async picture(page: Page, name: string): Promise<void> {
    const file = `${name}.png`
    // Its work in its whole length, without what lies over it.
    const style = '[role=alertdialog] { visibility: hidden }'
    await page.locator('main').screenshot({ path: join(this.folder, file), animations: 'disabled', style })
    this.#pictures.set(name, file)
  }

  /** @returns path of the page */
  write(seen: Seen, url: string, verdict: Verdict): string {
    const file = join(this.folder, 'report.html')
    writeFileSync(file, pageOf(seen, url, verdict, this.#pictures))
    return file
  }
}

function pageOf(seen: Seen, url: string, { passed, text }: Verdict, pictures: ReadonlyMap<string, string>): string {
  const facts = [
    ['Daybook', url],
    ['Week', seen.week],
    ['Mails', `to ${seen.address} alone`],
    ['Build', seen.build],
    ['Written', new Date().toISOString()],
  ]
  const image = (name: string, says: string) => {
    const file = pictures.get(name)
    return file ? `<a href="${file}"><img src="${file}" alt="${escaped(says)}" loading="lazy"></a>` : ''
  }
  const step = (one: SeenStep) => `
  <section>
    <h2>${escaped(one.title)} <small class="${one.state}">${STANDS[one.state]}</small></h2>
    ${one.checks.length > 0 ? `<ul>${one.checks.map(checkLine).join('')}</ul>` : ''}
    ${one.help ? `<p>${escaped(one.help)}</p>` : ''}
    ${image(`${one.number}-${one.name}`, `The page after “${one.title}”`)}
  </section>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(seen.title)}: ${passed ? 'passed' : 'not passed'}</title>
<style>${STYLE}</style>
</head>
<body>
  <h1>${escaped(seen.title)}</h1>
  <p class="${passed ? 'done' : 'failed'}"><strong>${escaped(text)}</strong></p>
  <dl>${facts.map(([name, fact]) => `<dt>${name}</dt><dd>${escaped(fact ?? '')}</dd>`).join('')}</dl>
  ${seen.steps.map(step).join('')}
  <section><h2>At the end</h2>${image('end', 'The page at the end')}</section>
</body>
</html>
`
}

const STANDS: Record<SeenStep['state'], string> = {
  done: 'passed',
  failed: 'failed',
  running: 'not finished',
  now: 'not taken',
  todo: 'not taken',
}

const checkLine = ({ ok, text, finding }: SeenStep['checks'][number]): string =>
  `<li class="${ok === null ? '' : ok ? 'done' : 'failed'}">${ok === null ? 'not checked' : ok ? 'holds' : 'FAILED'}: ${escaped(text)} <span>${escaped(finding)}</span></li>`

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2rem; font-size: 1.1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
ul { padding-left: 1.2rem } li span { opacity: .75 }
img { max-width: 100%; border: 1px solid #8888 }
.done { color: light-dark(#1a6b3c, #7ed9a0) } .failed { color: light-dark(#a3241c, #ff9d92) }
@media print { img { max-height: 20cm } section { break-inside: avoid } }`
