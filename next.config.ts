import type { NextConfig } from 'next'
import { hashBuild } from './lib/platform/build'
import { BARE_POLICY, FIXED_HEADERS, HSTS } from './lib/server/headers'

const root = import.meta.dirname

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }))

export default {
  poweredByHeader: false,

  reactStrictMode: true,
  typedRoutes: false,
  // `npm start` serves a kept copy of the build.
  distDir: process.env.DAYBOOK_BUILD ?? '.next',
  // What a rehearsal is signed for: the sources are not at hand everywhere that a build runs.
  env: { ROSTER_BUILD: hashBuild(root) },
  // `npm run types` checks the whole project, tests too; a start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Both, or a lockfile in a folder above is taken for the root.
  turbopack: {
    root,
    rules: {
      '*.mjs': {
        condition: {
          path: /\/(react-aria|react-aria-components|react-stately)\/.*\/intl\/(.*\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/,
        },
        loaders: ['./scripts/boot/english.cjs'],
        as: '*.js',
      },
    },
  },
  outputFileTracingRoot: root,
  // Bundled, it looks for its WebAssembly under the address of a static file, and no week with rules is generated.
  serverExternalPackages: ['highs', '@temporalio/client', '@temporalio/common'],
  // No page has a picture that would need it, and what is not there cannot be made to fetch or to work.
  images: { unoptimized: true },
  experimental: { serverActions: { bodySizeLimit: '512kb' } },
  headers: async () => [
    { source: '/:path*', headers: pairs(FIXED_HEADERS) },
    // What the proxy does not see. A redirect of Next's own answers before it, too.
    { source: '/_next/:path*', headers: pairs({ 'content-security-policy': BARE_POLICY }) },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: pairs({ 'strict-transport-security': HSTS }),
    },
  ],
} satisfies NextConfig
