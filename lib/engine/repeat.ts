import { answerLost } from '@/lib/platform/sqlstate'

const PAUSES = [20, 80, 250, 700, 1500]

/**
 * Runs a statement again while its answer is lost: a killed backend, a cut socket, a deadlock. The statement must
 * carry its own identity (a token, a command id), because the lost one may have happened. Repeat first, then read:
 * a read straight after the loss can run before the cut statement has finished.
 * @throws whatever is not a lost answer, and the loss itself after five repeats (about 2.5 s)
 */
export async function repeating<T>(statement: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await statement()
    } catch (error) {
      if (!answerLost(error)) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return statement()
}
