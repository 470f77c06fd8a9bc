// Makes the first account from the JSON on standard input, and answers in JSON.
import { text } from 'node:stream/consumers'
import { setupInput } from '@/lib/access/schema'
import { addFirstAdmin } from '@/lib/access/users/process'
import { measureSkew } from '@/lib/platform/clock'
import { context, SYSTEM } from '@/lib/platform/context'
import { database } from '@/lib/platform/database'

/** @returns a sentence that says what to change, or null when the account was made */
async function add(): Promise<string | null> {
  const person = setupInput.safeParse(JSON.parse(await text(process.stdin)))
  if (!person.success) return person.error.issues.map((issue) => issue.message).join(' ')
  await measureSkew(database())
  const answer = await addFirstAdmin(context({ actor: SYSTEM, shift: 0 }), person.data)
  await database().$disconnect()
  if (!answer) return 'There is an account already: sign in with it.'
  return answer.ok ? null : answer.reason
}

console.log(JSON.stringify({ fault: await add() }))
