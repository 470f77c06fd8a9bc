import { expect, test } from '@playwright/test'
import { look, standingOf } from '../scripts/rehearse/wizard'

/** The wizard's marks, which the driver reads, on a page of their own: the moment between two looks can be made there. */
const page = (steps: string, press: string) =>
  `<div data-rehearsal="open" data-title="T" data-week="W" data-address="a@b.test" data-build="1" data-signer="Olive">
    <ol>${steps}</ol><div data-press>${press}</div></div>`

test('the checks of a step that is folded are read as those in sight', async ({ page: tab }) => {
  const check = (name: string, ok: string) =>
    `<li data-check="${name}" data-ok="${ok}"><span data-part="text">${name} holds</span><span data-part="finding">1</span></li>`
  const folded = `<li data-step="open" data-state="done"><span data-part="title">Open</span>
    <ul style="display:none">${check('state', 'true')}${check('mails', 'true')}</ul></li>`
  const inSight = `<li data-step="extend" data-state="running"><span data-part="title">Extend</span>
    <ul>${check('state', 'null')}</ul></li>`
  await tab.setContent(page(folded + inSight, ''))
  const { steps } = await look(tab)
  expect(steps.map(({ name, checks }) => [name, checks])).toEqual([
    [
      'open',
      [
        { name: 'state', text: 'state holds', finding: '1', ok: true },
        { name: 'mails', text: 'mails holds', finding: '1', ok: true },
      ],
    ],
    ['extend', [{ name: 'state', text: 'state holds', finding: '', ok: null }]],
  ])
})

test('how the button stands is one look, of a page that moves on all the while', async ({ page: tab }) => {
  await tab.setContent(page('', '<button>Press</button><p id="free">A hint.</p><p id="why">Somebody is at it.</p>'))
  await tab.evaluate(() => {
    const button = document.querySelector('button')
    let locked = false
    const turn = () => {
      locked = !locked
      button?.setAttribute('aria-disabled', String(locked))
      button?.setAttribute('aria-describedby', locked ? 'why' : 'free')
      setTimeout(turn)
    }
    turn()
  })
  const found = new Set<string>()
  for (let looks = 0; looks < 300; looks++) found.add(JSON.stringify(await standingOf(tab)))
  expect([...found].sort()).toEqual(['"free"', '{"locked":"Somebody is at it."}'].sort())
})
