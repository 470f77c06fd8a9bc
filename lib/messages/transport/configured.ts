import { env } from '@/lib/platform/env'
import { captureTransport } from './capture'
import type { Transport } from './contract'
import { resendTransport } from './resend'
import { smtpTransport } from './smtp'

const kept = globalThis as { daybookTransport?: Transport }

/** A way out of its own, as the environment names it: SMTP, Resend, else captured. Whoever asks for it closes it. */
export function newTransport(): Transport {
  const { SMTP_URL, RESEND_API_KEY } = env()
  if (SMTP_URL) return smtpTransport({ url: SMTP_URL })
  return RESEND_API_KEY ? resendTransport({ apiKey: RESEND_API_KEY }) : captureTransport()
}

/** The process's one way out. One, so that its sessions are shared. */
export function configuredTransport(): Transport {
  kept.daybookTransport ??= newTransport()
  return kept.daybookTransport
}
