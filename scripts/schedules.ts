// npm run schedules -- list | preview | between | pause | unpause | trigger | reconcile
import { runSchedules } from './schedules/verbs'

// Whoever reads the answers may stop early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const io = { input: process.stdin, out: console.log, fault: console.error }
process.exitCode = await runSchedules(process.argv.slice(2), io)
