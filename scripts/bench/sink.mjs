// A mail server in a process of its own that takes everything and keeps nothing: it prints its port, and on each line
// that it reads how many messages it has taken.
import { createInterface } from 'node:readline'
import { SMTPServer } from 'smtp-server'

let taken = 0
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.resume()
    stream.on('end', () => {
      taken += 1
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port))
createInterface({ input: process.stdin }).on('line', () => console.log(taken))
process.stdin.on('end', () => process.exit(0))
