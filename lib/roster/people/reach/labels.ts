/** What a tender reads where they stop their mails: how it stands, what a press would change, what its button says. */
export const STOP_WORDS = {
  comes: {
    title: 'Stop the mails of this roster?',
    text: 'You would not be asked by mail any more, and no schedule would come. You stay on the roster, your shifts stay yours, and whoever makes the roster is told that mails do not reach you.',
    button: 'Stop my mails',
    done: 'Your mails are stopped. One that is on its way already may still arrive.',
  },
  stopped: {
    title: 'Your mails are stopped',
    text: 'Nothing of this roster is mailed to you. You stay on it and your shifts stay yours: ask whoever makes the roster when you work.',
    button: 'Get mails again',
    done: 'Mails come again, from the next one on.',
  },
} as const

/** The same words whether the link never was one or was taken back. Whoever left can still stop what is on its way. */
export const NO_STOP =
  'This link does not open anything any more. The newest mail of the roster has one that does; whoever makes the roster can stop your mails too.'

/** Why mails come back as a person reads it: a mail server's words without its reply codes, which the record keeps. */
export const serverWords = (why: string): string =>
  why.replace(/(?:^[45]\d\d[ -]|\b[45]\d\d[ -](?=[45]\.\d))(?:[45]\.\d{1,3}\.\d{1,3} )?/g, '')

export const stoppedTooOften = (minutes: number): string => `That was very often. Press again in ${minutes} min.`
