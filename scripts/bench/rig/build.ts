import { BUILDS, build, buildFolder, isThere } from '../../boot/build.mjs'
import { generateClient } from '../../boot/client.mjs'
import { alone, openHome } from '../../boot/home.mjs'

/** Builds the pages of the present sources, unless that build is there. @returns its folder */
export async function ensureBuild(): Promise<string> {
  openHome(BUILDS, 0o700)
  return alone(BUILDS, async () => {
    await generateClient()
    const folder = buildFolder()
    const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
    if (!isThere(folder)) await build(env, folder)
    return folder
  })
}
