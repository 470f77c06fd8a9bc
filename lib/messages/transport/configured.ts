import { env } from '@/lib/platform/env'
import { captureTransport } from './capture'
import type { Transport } from './contract'
import { resendTransport } from './resend'
import { smtpTransport } from './smtp'

const kept = globalThis as { daybookTransport?: Transport }

/** The process's one way out, by its environment: SMTP, Resend, else captured. One, so that its sessions are shared. */
export function configuredTransport(): Transport {
  const { SMTP_URL, RESEND_API_KEY } = env()
  kept.daybookTransport ??= SMTP_URL
    ? smtpTransport({ url: SMTP_URL })
    : RESEND_API_KEY
      ? resendTransport({ apiKey: RESEND_API_KEY })
      : captureTransport()
  return kept.daybookTransport
}
