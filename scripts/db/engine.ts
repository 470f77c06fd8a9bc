// Prisma's schema engine as WebAssembly: it diffs and applies migrations without the binary that the command line
// downloads. It leaves a timer behind, so whoever uses it must end its process.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const CATALOG_CHAR = 18
const TEXT = 25
const bindings = wasm as typeof wasm & { __wbg_set_wasm(exports: WebAssembly.Exports): void }
const filters = { externalTables: [], externalEnums: [] }
let isLoaded = false

function load() {
  if (isLoaded) return
  const module = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(module.replace(/\.js$/, '.wasm'))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    './schema_engine_bg.js': bindings as never,
  })
  bindings.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  // Without it a panic hides behind a TypeError.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error('schema engine:', message) },
  })
  isLoaded = true
}

const schemaFiles = (dir = 'prisma/schema') =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({ path: join(dir, name), content: readFileSync(join(dir, name), 'utf8') }))

/** Names of the migrations on disk, in the order they apply. */
export const migrationNames = (dir = 'prisma/migrations') =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

const migrationsList = (dir = 'prisma/migrations') => ({
  baseDir: dir,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrationNames(dir).map((path) => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: readFileSync(join(dir, path, 'migration.sql'), 'utf8') },
    },
  })),
})

/**
 * `PrismaPg` for the schema engine. Two of its habits break migrations: it cuts scripts at every `;`, function bodies
 * included, and it refuses the catalog's "char" type, so a live schema cannot be read.
 */
function adapter(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  const query = pool.query.bind(pool) as unknown as (...args: unknown[]) => Promise<pg.QueryResult>
  let charColumns: number[] = []
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args)
    const fields = result.fields ?? []
    charColumns = fields.flatMap((field, index) => (field.dataTypeID === CATALOG_CHAR ? [index] : []))
    for (const field of fields) if (field.dataTypeID === CATALOG_CHAR) field.dataTypeID = TEXT
    return result
  }) as unknown as typeof pool.query

  const factory = new PrismaPg(pool, { disposeExternalPool: true })
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const inner = await connect()
    const queryRaw = inner.queryRaw.bind(inner)
    inner.queryRaw = async (request) => {
      const set = await queryRaw(request)
      for (const index of charColumns) set.columnTypes[index] = ColumnTypeEnum.Character
      return set
    }
    inner.executeScript = async (script) => {
      await pool.query(script).catch((error: unknown) => {
        ;(inner as unknown as { onError(error: unknown): never }).onError(error)
      })
    }
    return inner
  }
  return { factory, end: () => pool.end() }
}

async function withEngine<T>(url: string, work: (engine: wasm.SchemaEngine) => Promise<T>): Promise<T> {
  load()
  const { factory, end } = adapter(url)
  try {
    const datamodels = schemaFiles().map((file) => [file.path, file.content])
    const options = { datamodels } as unknown as wasm.ConstructorOptions
    return await work(await wasm.SchemaEngine.new(options, () => {}, bindMigrationAwareSqlAdapterFactory(factory)))
  } finally {
    await end()
  }
}

/** Applies what is not applied yet. Returns the names applied. Throws at the first that fails, which then blocks. */
export const applyMigrations = (url: string): Promise<string[]> =>
  withEngine(url, async (engine) => {
    const applied = await engine.applyMigrations({ migrationsList: migrationsList(), filters })
    return applied.appliedMigrationNames
  })

/** Unblocks after a failed migration. Its script ran as one transaction, so nothing of it stayed. */
export const markRolledBack = (url: string, migrationName: string): Promise<unknown> =>
  withEngine(url, (engine) => engine.markMigrationRolledBack({ migrationName }))

/**
 * SQL from the migrations to the schema files; empty when they agree. `scratchUrl` is an empty database that may be
 * written: the engine refuses a shadow database of its own when it runs as WebAssembly.
 */
export const draftMigration = (scratchUrl: string): Promise<string> =>
  withEngine(scratchUrl, async (engine) => {
    await engine.applyMigrations({ migrationsList: migrationsList(), filters })
    const files = schemaFiles()
    const from =
      migrationNames().length === 0
        ? { tag: 'empty' as const }
        : { tag: 'schemaDatasource' as const, files, configDir: process.cwd() }
    const to = { tag: 'schemaDatamodel' as const, files }
    const request = { from, to, script: true, exitCode: null, filters, shadowDatabaseUrl: null }
    const { stdout } = await engine.diff(request as unknown as wasm.DiffParams)
    return stdout?.includes('-- This is an empty migration') ? '' : (stdout ?? '')
  })
