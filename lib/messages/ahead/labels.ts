import { mailOf, reasonWords } from '../labels'

type Group = {
  fate: 'queued' | 'unknown' | 'failed' | 'let_go' | 'sent'
  kind: string
  count: number
  reason: string | null
}

/**
 * What a delivery makes of some messages of a kind, and why.
 * @param captures no mail server is set: what would be sent is kept
 */
export function aheadWords({ fate, kind, count, reason }: Group, captures: boolean): { what: string; why: string } {
  const mails = `${count.toLocaleString('en-GB')} ${mailOf(kind)}${count === 1 ? '' : 's'}`
  const [they, are, them] = count === 1 ? ['It', 'is', 'it'] : ['They', 'are', 'them']
  switch (fate) {
    case 'sent':
      return captures
        ? {
            what: `Capture ${mails}`,
            why: `No mail server is set, so ${they.toLowerCase()} ${are} kept in the Outbox.`,
          }
        : { what: `Send ${mails}`, why: 'Queued, and free to leave since then.' }
    case 'queued':
      return {
        what: `Queue ${mails} again`,
        why: reason
          ? `Whoever was sending ${them} stopped in the middle. The mail service is asked again under the same key.`
          : `Whoever had taken ${them} up stopped before anything left.`,
      }
    case 'unknown':
      return { what: `Leave ${mails} to your decision`, why: reasonWords(reason) ?? '' }
    case 'failed':
      return { what: `Give up ${mails} and ask for your decision`, why: reasonWords(reason) ?? '' }
    case 'let_go':
      return { what: `Let ${mails} go`, why: reasonWords(reason) ?? '' }
  }
}

/** While a restore waits to be confirmed. @param due what would go out otherwise */
export const heldAhead = (due: number): string =>
  `Nothing leaves before the restore is confirmed in the Outbox. ${due === 1 ? '1 message waits' : `${due.toLocaleString('en-GB')} messages wait`}.`
