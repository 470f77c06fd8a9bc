import { normaliseAddress } from '../rules'
import { mailSchema } from '../schema'
import { newTransport } from './configured'
import type { Transport } from './contract'

/** A way out that reaches one address. Only this file makes one, and a rehearsal is delivered by nothing else. */
export type RehearsalTransport = Transport & {
  /** The address, as it is mailed. */
  readonly only: string
}

/**
 * The way out of a rehearsal: the client that real mails leave by, for the operator's one address. Each has sessions of
 * its own, so it is built for a delivery and closed after it (`deliverRehearsal`).
 */
export const rehearsalTransport = ({ only }: { only: string }): RehearsalTransport => onlyTo(only, newTransport())

/**
 * A client that is asked for one recipient alone. A mail for anybody else, or one whose recipient cannot be read, is
 * refused for good before the client sees it, so no connection is made for it.
 */
export function onlyTo(address: string, client: Transport): RehearsalTransport {
  const only = normaliseAddress(address)
  return {
    name: client.name,
    keyWindowMs: client.keyWindowMs,
    callMs: client.callMs,
    only,
    async send(envelope) {
      const mail = mailSchema.safeParse(envelope.mail)
      if (mail.data?.to.address === only) return client.send(envelope)
      const detail = `A rehearsal mails ${only} alone. This message is not addressed to it alone, so it was not sent.`
      return { kind: 'not_sent', permanent: true, service: false, code: 'EREHEARSAL', detail }
    },
    close: () => client.close(),
  }
}
