/** Called once by Next before the server answers. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { boot } = await import('@/lib/server/boot')
  await boot()
  // On Vercel only its own proxy can reach us: it writes the address, and refuses what is no request.
  if (!process.env.VERCEL) (await import('@/lib/server/listener')).standBeforeNext()
}
