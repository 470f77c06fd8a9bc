import { hash, verify } from '@node-rs/argon2'

/** OWASP's Password Storage sheet: argon2id (the library's default), 19 MiB, two passes, one lane. About 27 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST)

/** The hash of nothing that anybody knows: who is not there costs as much time as who is. */
let nobody: Promise<string> | undefined

/** Whether the password is the one behind `stored`. Without one the same work is done, and the answer is no. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC')).catch(() => false)
  return matches && stored !== null
}
