import { defineConfig } from 'prisma/config'

// `prisma generate` needs no database; `prisma migrate deploy` takes the owner's URL from the environment.
const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
})
