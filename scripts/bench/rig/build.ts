import { basename } from 'node:path'
import { BUILDS, build, buildFolder, isThere } from '../../boot/build.mjs'
import { alone, enter, openHome } from '../../boot/home.mjs'

/** Builds the pages of the present sources, unless that build is there; nobody removes it while this process runs. */
export async function ensureBuild(): Promise<void> {
  openHome(BUILDS, 0o700)
  await alone(BUILDS, async () => {
    const folder = buildFolder()
    const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
    if (!isThere(folder)) await build(env, folder)
    enter(BUILDS, basename(folder))
  })
}
