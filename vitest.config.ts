import { defineConfig } from 'vitest/config'

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
          name: 'db',
          include: ['{lib,scripts,prisma}/**/*.db.test.ts'],
          globalSetup: ['lib/testing/template.ts'],
          setupFiles: ['lib/testing/home.ts'],
          pool: 'forks',
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
