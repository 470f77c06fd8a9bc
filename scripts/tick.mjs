// One tick against the running server; prints its report.
import { homeOf, readEnv } from './boot/home.mjs'
import { tick } from './boot/ticks.mjs'

const { PORT, CRON_SECRET } = { ...readEnv(homeOf()), ...process.env }
if (!PORT || !CRON_SECRET) {
  console.error('Daybook has not been started from this home: run npm start, or set PORT and CRON_SECRET.')
  process.exit(1)
}
const url = `http://localhost:${PORT}`
try {
  const { status, body } = await tick(url, CRON_SECRET)
  console.log(status === 200 ? JSON.stringify(JSON.parse(body), null, 2) : `${url} answered ${status}: ${body}`)
  process.exitCode = status === 200 ? 0 : 1
} catch (error) {
  console.error(`Nothing answers at ${url}: run npm start. (${error.cause?.message ?? error.message})`)
  process.exitCode = 1
}
