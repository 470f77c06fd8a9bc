import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js'
import type { Answer, Transport } from './contract'
import { composeMime, type Mime } from './mime'
import { type SmtpFailure, type SmtpLimits, type SmtpOptions, SmtpSession } from './smtp-connection'

const LIMITS: SmtpLimits = { stepMs: 10_000, answerMs: 600_000, idleMs: 5_000 }

/** Steps before the text: DNS, connect, greeting, EHLO, STARTTLS, EHLO, three of AUTH, MAIL, RCPT, DATA. */
const STEPS = 12

/** A password is not said in clear to another machine, whatever a stranger on the way leaves out of the greeting. */
export const withTls = (options: SmtpOptions): SmtpOptions => {
  const isHere = ['localhost', '127.0.0.1', '::1', '[::1]'].includes(options.host ?? 'localhost')
  return options.auth?.user && !options.secure && !isHere ? { ...options, requireTLS: true } : options
}

/**
 * Plain SMTP, which deduplicates nothing: a lost reply leaves a mail `unknown` for a person.
 * Sessions are kept and used again; how many there are is the caller's affair, one a call at most.
 *
 * @param url `smtp://user:password@host:port` or `smtps://…`; STARTTLS is taken where offered and asked for
 *   where a password goes to another machine; certificates are checked.
 */
export function smtpTransport({ url, limits = LIMITS }: { url: string; limits?: SmtpLimits }): Transport {
  const options = withTls(parseConnectionUrl(url) as SmtpOptions)
  const rested: SmtpSession[] = []

  const reused = (): SmtpSession | null => {
    for (let session = rested.pop(); session; session = rested.pop()) if (!session.dead) return session
    return null
  }

  const fresh = async (): Promise<SmtpSession | SmtpFailure> => {
    const session = new SmtpSession(options, limits)
    return (await session.open()) ?? session
  }

  const handOver = async (session: SmtpSession, mime: Mime): Promise<{ answer: Answer; unsaid: boolean }> => {
    const result = await session.send(mime.from, mime.to, mime.raw)
    if ('reply' in result) {
      rested.push(session)
      return { answer: { kind: 'sent', providerId: result.reply.slice(0, 500) }, unsaid: false }
    }
    return { answer: answerOf(result), unsaid: !result.afterText && result.replied === null }
  }

  return {
    name: 'smtp',
    keyWindowMs: null,
    callMs: STEPS * limits.stepMs + limits.answerMs,
    async send(envelope) {
      const mime = await composeMime(envelope).catch((error: Error) => error)
      if (mime instanceof Error)
        return { kind: 'not_sent', permanent: true, service: false, code: 'EMESSAGE', detail: mime.message }
      // The server may have hung up on a rested session unseen: nothing of this mail was said, so a fresh one may.
      const rest = reused()
      const first = rest && (await handOver(rest, mime))
      if (first && !first.unsaid) return first.answer
      const session = await fresh()
      if (!(session instanceof SmtpSession)) return answerOf(session)
      return (await handOver(session, mime)).answer
    },
    close() {
      for (const session of rested.splice(0)) session.close()
    },
  }
}

/**
 * What a failed exchange means. Before the text: surely not sent. After it: a whole 4yz or 5yz reply is a refusal and
 * leaves the mail with us (RFC 5321 4.2.5), except 421, which a server may say at any time as it shuts down; no reply
 * at all means that nobody knows.
 */
export function answerOf({ afterText, code, command, replied, detail }: SmtpFailure): Answer {
  const said = detail.slice(0, 500)
  const refused = replied !== null && replied >= 400 && replied !== 421 && code !== 'ECONNECTION'
  if (afterText && !refused) return { kind: 'no_answer', code, detail: said }
  const aboutThisMail = afterText || command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'
  const permanent = replied !== null && replied >= 500
  const service = !(aboutThisMail && refused)
  const recipient = permanent && !service && refusesRecipient(command, replied, detail)
  return { kind: 'not_sent', permanent, service, ...(recipient ? { recipient } : {}), code, detail: said }
}

/** Words of a reply about a mailbox, and those that say that we, the text or a policy are what is refused. */
const MAILBOX = /user|mailbox|recipient|account|address|no such|not exist|unknown|unroutable|unrouteable|invalid/i
const NOT_IT =
  /relay|rcpthosts|gateway|block|black|listed|spam|denied|polic|prohibit|permit|allow|restrict|authenticat|sender|helo|verif|spf|dkim|dmarc|reputation|\bip\b|too (?:many|large|big|long)/i

/**
 * Whether a refusal for good is about the address and not about us, the text or a policy. The enhanced code at the head
 * of the reply says so where there is one (RFC 3463: 5.1.x addresses but for 7 and 8, which are the sender's; 5.2.x
 * mailboxes but for 3, which is about the mail's length). Without it the replies to RCPT that name a mailbox do
 * (RFC 5321 4.2.3), if their words do too: one false mark a server that mistrusts us would put on everybody.
 */
function refusesRecipient(command: string, replied: number, detail: string): boolean {
  if (command === 'MAIL FROM') return false
  const enhanced = /^(?:\d{3}[ -])?5\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/.exec(detail)
  if (enhanced) {
    const [, subject, about] = enhanced
    return (subject === '1' && about !== '7' && about !== '8') || (subject === '2' && about !== '3')
  }
  const isMailbox = command === 'RCPT TO' && [550, 551, 553].includes(replied)
  return isMailbox && MAILBOX.test(detail) && !NOT_IT.test(detail)
}
