import { expect, it } from 'vitest'
import { answerOf } from './smtp'

const failed = (command: string, replied: number, detail: string, afterText = false) =>
  answerOf({ afterText, code: 'EENVELOPE', command, replied, detail })

// Real words of Postfix, Exchange, Gmail, Exim and sendmail.
it.each([
  ['RCPT TO', '550 5.1.1 <zoe@example.test>: Recipient address rejected: User unknown'],
  ['RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled'],
  ['RCPT TO', '552 5.2.2 The mailbox is full'],
  ['RCPT TO', '553 5.1.2 We weren’t able to find the recipient domain'],
  ['RCPT TO', '550 No such user here'],
  ['RCPT TO', '551 User not local'],
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist'],
  ['RCPT TO', '550 unknown user'],
  ['RCPT TO', '550 Unrouteable address'],
  ['RCPT TO', '550 Requested action not taken: mailbox unavailable'],
  ['DATA', '550 5.1.1 The email account that you tried to reach does not exist'],
])('%s: “%s” is of the address', (command, said) => {
  const replied = Number(said.slice(0, 3))
  expect(failed(command, replied, said, command === 'DATA')).toMatchObject({ permanent: true, recipient: true })
})

it.each([
  ['MAIL FROM', '550 5.1.8 Sender address rejected: Domain not found'],
  ['MAIL FROM', '550 No such sender'],
  ['RCPT TO', '550 5.1.7 The sender’s address is not valid'],
  ['RCPT TO', '550 5.7.1 Unable to relay'],
  ['RCPT TO', '554 5.7.1 Service unavailable; client host blocked'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '553 sorry, relaying denied from your location'],
  ['RCPT TO', '554 Transaction failed'],
  ['RCPT TO', '550 Sender verify failed'],
  ['RCPT TO', '550 Verification failed for <roster@anchor.test>. No such user. Sender verify failed'],
  ['RCPT TO', '550 Administrative prohibition'],
  ['RCPT TO', '550 Your address 85.5.1.1 is blacklisted'],
  ['RCPT TO', '550 rejected because 198.51.100.5.1.1 is listed at zen.example'],
  ['RCPT TO', '553 sorry, that domain isn’t in my list of allowed rcpthosts'],
  ['RCPT TO', '550 SPF: mail of this domain may not come from your address'],
  ['RCPT TO', '550 Invalid HELO name'],
  ['RCPT TO', '550 Access restricted'],
  ['RCPT TO', '550 Too many recipients of this account'],
  ['RCPT TO', '550 No'],
  ['RCPT TO', '552 5.2.3 Message length exceeds the limit of this mailbox'],
  ['DATA', '552 5.2.3 Message too large'],
  ['RCPT TO', '450 4.2.2 The mailbox is full just now'],
  ['DATA', '550 5.7.1 looks like spam'],
  ['AUTH PLAIN', '535 5.7.8 wrong password'],
])('%s: “%s” is not', (command, said) => {
  expect(failed(command, Number(said.slice(0, 3)), said, command === 'DATA')).not.toHaveProperty('recipient')
})
