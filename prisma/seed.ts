// Loads the sample company into the database of DATABASE_URL.

import { measureSkew } from '@/lib/platform/clock'
import { context, SYSTEM } from '@/lib/platform/context'
import { database } from '@/lib/platform/database'
import { seed } from './seed/company'

async function main() {
  const db = database()
  await measureSkew(db)
  console.log(await seed(context({ actor: SYSTEM, db, shift: 0 })))
  await db.$disconnect()
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
