import { mailSchema } from '../schema'
import type { Answer, Envelope, Transport } from './contract'
import { headersOf } from './mime'

const DAY_MS = 86_400_000

/** Errors of a request that never reached the other side, so that nothing can have been sent. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/**
 * Resend by HTTP. The row's id is the idempotency key, which Resend keeps for 24 hours and refuses for another body
 * (resend.com/docs/dashboard/emails/idempotency-keys), so an unanswered call is safe to repeat.
 *
 * @param baseUrl another server in tests.
 */
export function resendTransport({
  apiKey,
  baseUrl = 'https://api.resend.com',
  callMs = 10_000,
}: {
  apiKey: string
  baseUrl?: string
  callMs?: number
}): Transport {
  return {
    name: 'resend',
    keyWindowMs: DAY_MS,
    callMs,
    async send(envelope) {
      const body = bodyOf(envelope)
      if (body instanceof Error)
        return { kind: 'not_sent', permanent: true, service: false, code: 'EMESSAGE', detail: body.message }
      try {
        const response = await fetch(`${baseUrl}/emails`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': envelope.id,
          },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(callMs),
        })
        return answerOf(response, await response.text())
      } catch (error) {
        return unansweredBy(error)
      }
    },
    close: () => {},
  }
}

/** The request's body, the same bytes for the same row: a changed body under one key would be refused. */
function bodyOf({ id, messageId, mail }: Envelope): string | Error {
  const parsed = mailSchema.safeParse(mail)
  if (!parsed.success) return new Error(parsed.error.issues[0]?.message ?? 'not a mail')
  const { from, to, subject, html, text, attachments, date, unsubscribe } = parsed.data
  return JSON.stringify({
    from: from.name ? `${JSON.stringify(from.name)} <${from.address}>` : from.address,
    to: [to.address],
    subject,
    html,
    text,
    headers: { 'Message-ID': messageId, Date: new Date(date).toUTCString(), ...headersOf(unsubscribe) },
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      content_type: contentType,
      content: Buffer.from(content, 'utf8').toString('base64'),
    })),
    tags: [{ name: 'message', value: id }],
  })
}

function answerOf(response: Response, body: string): Answer {
  const { status } = response
  const told = readJson(body)
  const detail = `${status} ${told.message ?? body}`.slice(0, 500)
  const code = told.name ?? String(status)
  if (response.ok) return { kind: 'sent', providerId: told.id ?? null }
  if (status === 429) {
    const wait = Number(response.headers.get('retry-after'))
    const waitMs = Number.isFinite(wait) && wait > 0 ? { waitMs: wait * 1_000 } : {}
    return { kind: 'not_sent', permanent: false, service: true, code, detail, ...waitMs }
  }
  // 409: a call under this key was made before, and may have sent. 5xx: it may have been taken before it failed.
  if (status >= 500 || status === 409) return { kind: 'no_answer', code, detail }
  const service = status === 401 || status === 403
  // "Invalid `to` field": the one field that is the recipient's.
  const recipient = status === 422 && detail.includes('`to`') ? { recipient: true } : {}
  return { kind: 'not_sent', permanent: true, service, ...recipient, code, detail }
}

function unansweredBy(error: unknown): Answer {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = String((cause as { code?: unknown }).code ?? (cause instanceof Error ? cause.name : 'EUNKNOWN'))
  const detail = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500) || code
  return NEVER_LEFT.has(code)
    ? { kind: 'not_sent', permanent: false, service: true, code, detail }
    : { kind: 'no_answer', code, detail }
}

function readJson(body: string): { id?: string; name?: string; message?: string } {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
