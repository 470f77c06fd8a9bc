import type { Connection } from '@temporalio/client'
import { deadlineIn } from '@/lib/platform/clock'
import { awayWords, brokenWords } from './labels'

// Whom we ask, and what becomes of an answer that is none. Nothing of the server's packages is loaded before it is asked.

/** A Temporal server's address, host:port, and the namespace in it. */
export type Place = { address: string; namespace: string }

export type Service = Connection['workflowService']

/** Milliseconds that all calls of one verb may take together: less than a transaction may wait. */
const PATIENCE = 8_000

/** The server does not answer, or refuses everything. The message is a sentence. */
export class ServerError extends Error {
  override name = 'ServerError'
}

const connections = new Map<string, Connection>()

/** One connection an address for the life of the process; it comes back by itself when the server does. */
async function connectionTo({ address }: Place): Promise<Connection> {
  const { Connection } = await import('@temporalio/client')
  const known = connections.get(address)
  if (known) return known
  const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 1_000 }
  const made = Connection.lazy({ address, channelArgs })
  connections.set(address, made)
  return made
}

/** Ends what this process has open to an address. */
export async function disconnect({ address }: Place): Promise<void> {
  const known = connections.get(address)
  connections.delete(address)
  await known?.close()
}

type Failure = { code: number; details: string }
const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'code' in error && 'details' in error

/** gRPC's numbers. */
const [CANCELLED, DEADLINE, NOT_FOUND, EXISTS, UNAVAILABLE] = [1, 4, 5, 6, 14]

/** Typed or in plain text; a namespace that is not there is another matter. */
export const isNotFound = (error: unknown): boolean =>
  isFailure(error) &&
  !/namespace/i.test(error.details) &&
  (error.code === NOT_FOUND || /not found/i.test(error.details))

export const isThereAlready = (error: unknown): boolean => isFailure(error) && error.code === EXISTS

/**
 * Runs calls under one deadline: without it they are tried again for as long as the server is away.
 * @throws ServerError for whatever the server, or its absence, says
 */
export async function ask<T>(place: Place, work: (service: Service) => Promise<T>, patience = PATIENCE): Promise<T> {
  const connection = await connectionTo(place)
  try {
    return await connection.withDeadline(deadlineIn(patience), () => work(connection.workflowService))
  } catch (error) {
    if (!isFailure(error)) throw error
    const isAway = [CANCELLED, DEADLINE, UNAVAILABLE].includes(error.code)
    throw new ServerError(isAway ? awayWords(place.address) : brokenWords(place.address, error.details))
  }
}

const text = new TextEncoder()

/** A value as the server's own interface shows it: JSON. */
export const payload = (value: unknown) => ({
  metadata: { encoding: text.encode('json/plain') },
  data: text.encode(JSON.stringify(value)),
})
