import type { Variant } from './model'

const fenced: Variant = {
  fence: true,
  intent: true,
  expiredIntent: 'park',
  reconcile: false,
  dedupe: false,
  forgets: false,
  windowGuard: true,
  margin: false,
  reaper: true,
}
const keyed: Variant = { ...fenced, expiredIntent: 'requeue', dedupe: true }

/**
 * The eleven protocols that were compared. D is what runs against plain SMTP, I what runs against a provider with
 * keys; the others each lack one thing, and show why it is there.
 */
export const VARIANTS = {
  A: { ...fenced, fence: false, intent: false, expiredIntent: 'requeue' },
  B: { ...fenced, intent: false, expiredIntent: 'requeue' },
  C: { ...fenced, expiredIntent: 'requeue' },
  D: fenced,
  E: { ...fenced, reconcile: true },
  F: keyed,
  G: { ...keyed, forgets: true, windowGuard: false },
  H: { ...keyed, forgets: true },
  I: { ...keyed, forgets: true, margin: true },
  J: { ...fenced, reconcile: true, dedupe: true, forgets: true, margin: true },
  K: { ...fenced, reaper: false },
} as const satisfies Record<string, Variant>
