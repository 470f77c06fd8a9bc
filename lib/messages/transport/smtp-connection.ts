import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'

/** How long each part of a call may take, in ms. */
export type SmtpLimits = {
  /** DNS, connect, greeting, and each reply up to the final dot: before it, giving up costs nothing. */
  stepMs: number
  /** The reply to the text. RFC 5321 4.5.3.2.6 asks for ten minutes: hanging up earlier is what makes unknowns. */
  answerMs: number
  /** A connection without work is let go after this. */
  idleMs: number
}

export type SmtpFailure = {
  /** The text had begun to leave when this happened. */
  afterText: boolean
  /** nodemailer's code: ECONNECTION, ESOCKET, ETIMEDOUT, EDNS, ETLS, EAUTH, EENVELOPE, EMESSAGE, EPROTOCOL. */
  code: string
  /** What was being said when it failed: CONN, AUTH PLAIN, MAIL FROM, RCPT TO, DATA. */
  command: string
  /** The server's own reply code, where it gave a whole reply to this command. */
  replied: number | null
  detail: string
}

type Thrown = { error: SMTPConnection.SMTPError; afterText: boolean }

export type SmtpOptions = ConstructorParameters<typeof SMTPConnection>[0] & {
  auth?: { user?: string; pass?: string }
}

/** The text as a stream that says when its first byte is taken. */
function textOf(raw: Buffer, onLeaving: () => void): Readable {
  return new Readable({
    read() {
      onLeaving()
      this.push(raw)
      this.push(null)
    },
  })
}

/**
 * One SMTP session, one mail at a time. Built on nodemailer's connection and not on its pool, because the pool hides
 * what decides between "surely not sent" and "nobody knows": whether the text had begun to leave.
 */
export class SmtpSession {
  #connection: SMTPConnection
  #auth: { user: string; pass: string } | null
  #limits: SmtpLimits
  #fail: ((error: SMTPConnection.SMTPError) => void) | null = null
  #idle: NodeJS.Timeout | undefined
  #leaving = false
  dead = false

  constructor(options: SmtpOptions, limits: SmtpLimits) {
    const { auth, ...rest } = options
    this.#auth = auth?.user ? { user: auth.user, pass: auth.pass ?? '' } : null
    this.#limits = limits
    this.#connection = new SMTPConnection({
      ...rest,
      logger: false,
      dnsTimeout: limits.stepMs,
      connectionTimeout: limits.stepMs,
      greetingTimeout: limits.stepMs,
      socketTimeout: limits.stepMs,
    })
    this.#connection.on('error', (error) => this.#lost(error))
    this.#connection.on('end', () =>
      this.#lost(Object.assign(new Error('The server closed the line'), { code: 'ECONNECTION' })),
    )
  }

  #lost(error: SMTPConnection.SMTPError): void {
    this.dead = true
    clearTimeout(this.#idle)
    this.#fail?.(error)
  }

  /**
   * Runs one exchange; whatever ends the connection meanwhile ends the exchange too. Whether the text had begun to
   * leave is judged at that instant: after a refused envelope nodemailer drains the text to nowhere, a tick later.
   */
  #exchange<T>(
    begin: (done: (error?: SMTPConnection.SMTPError | null, value?: T) => void) => void,
  ): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const fail = (error: SMTPConnection.SMTPError) => reject({ error, afterText: this.#leaving } satisfies Thrown)
      this.#fail = fail
      begin((error, value) => (error ? fail(error) : resolve(value)))
    })
  }

  /** Connects and signs in. */
  async open(): Promise<SmtpFailure | null> {
    try {
      await this.#exchange((done) => this.#connection.connect(done))
      // The final dot is a small write after a large one: with Nagle it waits 40 ms for a delayed acknowledgement.
      this.#connection._socket.setNoDelay(true)
      const auth = this.#auth
      if (auth && 'allowsAuth' in this.#connection && this.#connection.allowsAuth)
        await this.#exchange((done) => this.#connection.login({ credentials: auth }, done))
      return null
    } catch (error) {
      return this.#failed(error)
    } finally {
      this.#fail = null
    }
  }

  /** Hands over one mail. The server's last words on success. */
  async send(from: string, to: string, raw: Buffer): Promise<{ reply: string } | SmtpFailure> {
    clearTimeout(this.#idle)
    this.#connection._socket.ref()
    this.#leaving = false
    // Text that is read has left: nodemailer reads it once the server has said 354, not before.
    const text = textOf(raw, () => {
      this.#leaving = true
      this.#connection._socket?.setTimeout(this.#limits.answerMs)
    })
    try {
      const info = await this.#exchange<SMTPConnection.SentMessageInfo>((done) =>
        this.#connection.send({ from, to: [to], size: raw.length }, text, done),
      )
      this.#rest()
      return { reply: info?.response ?? '' }
    } catch (error) {
      return this.#failed(error)
    } finally {
      this.#fail = null
    }
  }

  /** Back in the pool: an idle line must neither keep the process alive nor be used after the server hung up. */
  #rest(): void {
    const socket = this.#connection._socket
    socket.setTimeout(this.#limits.stepMs)
    socket.unref()
    this.#idle = setTimeout(() => this.close(), this.#limits.idleMs)
    this.#idle.unref()
  }

  close(): void {
    clearTimeout(this.#idle)
    if (this.dead) return
    this.dead = true
    this.#connection.quit()
    this.#connection.close()
  }

  #failed(thrown: unknown): SmtpFailure {
    const { error, afterText } = thrown as Thrown
    this.close()
    return {
      afterText,
      code: error.code ?? 'ECONNECTION',
      command: error.command ?? 'CONN',
      replied: error.responseCode ?? null,
      detail: error.response ?? error.message,
    }
  }
}
