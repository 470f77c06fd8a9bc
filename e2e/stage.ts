import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, SYSTEM } from '@/lib/platform/context'
import { openMailbox } from '@/lib/testing/mailbox'
import { rosterWorld } from '@/lib/testing/roster'
import { startTestServer } from '@/lib/testing/server'
import { builtActions } from './access-build'
import { Visitor } from './access-visitor'

export const OPERATORS = ['olive', 'oscar', 'opal', 'otto'].map((name) => `${name}@anchor.test`)
const PASSWORD = 'the-anchor-at-eight'

/** A database with a roster, four operators and a mailbox, for tests that start servers of their own on it. */
export async function setStage() {
  const { server, stop } = await startTestServer()
  const world = await rosterWorld(server)
  const mailbox = await openMailbox()
  await world.db.company.create({
    data: { id: world.operator, name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: world.ctx.now() },
  })
  const passwordHash = await hashPassword(PASSWORD)
  for (const email of OPERATORS)
    await insertUser(as(world.ctx, SYSTEM), { name: email, email, emailNorm: email, role: 'operator', passwordHash })
  return {
    world,
    mailbox,
    end: async () => {
      await mailbox.close()
      await world.end()
      await stop()
    },
  }
}

/** An operator's session on a server. */
export async function signedIn(url: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const { error } = await visitor.signIn(email, PASSWORD)
  if (error) throw new Error(`${email} could not sign in: ${error}`)
  return visitor
}

/** A server action of the build by its name. */
export function actionNamed(name: string) {
  const action = builtActions().find((built) => built.name === name)
  if (!action) throw new Error(`The build has no action ${name}`)
  return action
}
