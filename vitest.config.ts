import { defineConfig } from 'vitest/config'

const database = {
  globalSetup: ['lib/testing/template.ts'],
  setupFiles: ['lib/testing/home.ts'],
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    env: {
      // Far from UTC and off the hour: a local date cut from an instant shows at once.
      TZ: 'Asia/Kathmandu',
      NEXTAUTH_SECRET: 'a-secret-of-the-tests-alone-0123456789',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,scripts,prisma}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'db',
          include: ['{lib,scripts,prisma}/**/*.db.test.ts'],
          exclude: ['**/*.alone.db.test.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          // Transaction ids and counters are the whole server's: what watches them runs while no other database writes.
          ...database,
          name: 'alone',
          include: ['{lib,scripts,prisma}/**/*.alone.db.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
        },
      },
    ],
  },
})
