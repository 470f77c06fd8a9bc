import { context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { linkToken } from '@/lib/roster/links/schema'
import { NO_STOP } from '@/lib/roster/people/reach/labels'
import { stopMails } from '@/lib/roster/people/reach/process'
import { failure } from '@/lib/server/failure'

type Params = { params: Promise<{ token: string }> }

const plain = (status: number, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

/** A person who opens the address of the header in a browser. It changes nothing, however often a scanner comes. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { token } = await params
  const location = `/unsubscribe/${encodeURIComponent(token)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/**
 * A mail program's one click (RFC 8058): a POST without cookies, origin or session, whose address alone says whose
 * mails stop. Its body is always the same and is not read. A repeat is as good as the first.
 */
export async function POST(_request: Request, { params }: Params): Promise<Response> {
  const requestId = newId()
  try {
    const token = linkToken.safeParse((await params).token)
    const stopped =
      token.success && (await stopMails(context({ actor: SYSTEM, requestId }), { token: token.data, stops: true }))
    return stopped ? plain(200, 'Your mails are stopped.') : plain(404, NO_STOP)
  } catch (error) {
    return plain(503, failure('unsubscribe', requestId, error).message)
  }
}
