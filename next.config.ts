import type { NextConfig } from 'next'

const root = import.meta.dirname

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // `npm start` serves a kept copy of the build.
  distDir: process.env.DAYBOOK_BUILD ?? '.next',
  // `npm run types` checks the whole project, tests too; a start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Both, or a lockfile in a folder above is taken for the root.
  turbopack: { root },
  outputFileTracingRoot: root,
  // The proxy sets the headers of pages; static chunks do not pass through it.
  headers: async () => [{ source: '/_next/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] }],
} satisfies NextConfig
