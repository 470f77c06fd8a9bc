import type { NextConfig } from 'next'

const root = import.meta.dirname

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // Both, or a lockfile in a folder above is taken for the root.
  turbopack: { root },
  outputFileTracingRoot: root,
  // The proxy sets the headers of pages; static chunks do not pass through it.
  headers: async () => [{ source: '/_next/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] }],
} satisfies NextConfig
