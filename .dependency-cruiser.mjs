// Imports run one way: app → components → pure lib files; app → lib/<domain> → lib/engine → lib/platform.
// `scripts/check-imports.mjs` runs these rules and fails when files were not read.

const tests = '\\.(db\\.)?test\\.tsx?$'
/** Services, which every desk may call. Any other folder of lib is a desk, a new one too. */
const services = '(?:access|alerts|messages|schedules|server|timeline)'
const domains = `(?!(?:engine|platform|testing|${services})/)([^/]+)`

/** Files that compute and name, without a database, a session or a clock: safe for the browser and for other domains. */
const pure = [
  '/(machine|rules|schema|labels|result|outcome)\\.ts$',
  '^lib/(roster/picker|slots/gates|schedules/(cron|due))/',
  '^lib/platform/(zones|zone-format)\\.ts$',
]

/** Files that hold the world. */
const world = [
  '/(data|loaders|effects|process)\\.ts$',
  '^lib/platform/(database|company|context|clock|env|log|mail)\\.ts$',
  '^lib/platform/prisma/',
  '^lib/server/(?!result)',
  'node_modules/(next|react|react-dom|pg|nodemailer|@prisma)/',
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { pathNot: '^app/' },
      to: { path: '^app/' },
    },
    {
      name: 'nothing-imports-scripts-or-browser-tests',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: [tests, '^lib/testing/'] },
      to: { path: '^(scripts|e2e)/' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: [tests, '^lib/testing/'] },
      to: { path: '^lib/testing/' },
    },
    {
      name: 'platform-stands-alone',
      severity: 'error',
      from: { path: '^lib/platform/', pathNot: tests },
      to: { path: '^(lib|components)/', pathNot: '^lib/platform/' },
    },
    {
      name: 'engine-knows-no-domain',
      severity: 'error',
      from: { path: '^lib/engine/', pathNot: tests },
      to: { path: '^(lib|components)/', pathNot: '^lib/(engine|platform)/' },
    },
    {
      name: 'lib-draws-nothing',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^components/' },
    },
    {
      name: 'components-take-pure-files',
      severity: 'error',
      from: { path: '^components/', pathNot: tests },
      to: { path: '^lib/', pathNot: pure },
    },
    {
      name: 'primitives-know-no-desk',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components|lib)/', pathNot: ['^components/ui/', ...pure.slice(2)] },
    },
    {
      name: 'domain-takes-only-pure-of-another',
      severity: 'error',
      from: { path: `^lib/${domains}/`, pathNot: tests },
      to: { path: `^lib/${domains}/`, pathNot: ['^lib/$1/', ...pure] },
    },
    {
      name: 'services-reach-domains-through-the-registry',
      severity: 'error',
      from: { path: `^lib/${services}/`, pathNot: tests },
      to: { path: `^lib/${domains}/` },
    },
    {
      name: 'services-know-no-request',
      severity: 'error',
      from: { path: '^lib/(access|alerts|messages|schedules|timeline)/', pathNot: tests },
      to: { path: '^lib/server/' },
    },
    {
      name: 'pure-files-hold-no-world',
      severity: 'error',
      from: { path: pure, pathNot: [tests, '^lib/platform/'] },
      to: { path: world },
    },
    {
      name: 'pages-reach-the-database-through-a-domain',
      severity: 'error',
      from: { path: '^(app|components)/' },
      to: { path: '^lib/platform/(prisma/|database\\.ts)|node_modules/(pg|@prisma)/' },
    },
    {
      name: 'temporal-stays-in-its-backend',
      severity: 'error',
      from: { path: '^(app|components|lib|scripts|prisma)/', pathNot: '^lib/schedules/temporal/' },
      to: { path: 'node_modules/@temporalio/' },
    },
    {
      name: 'the-app-runs-no-worker',
      severity: 'error',
      from: {
        path: '^(app|components|lib)/',
        pathNot: [tests, '^lib/(testing|schedules/temporal/(worker|workflow))/'],
      },
      to: {
        path: '^lib/schedules/temporal/(worker|workflow)/(process|effects)|node_modules/@temporalio/(worker|workflow)/',
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'declared', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
  ],
  required: [],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/platform/prisma/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
