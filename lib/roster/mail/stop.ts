import { env } from '@/lib/platform/env'
import { escapeHtml } from './page'

/** The page where a tender stops their mails and takes that back. Looking at it changes nothing. */
export const stopPage = (token: string): string => new URL(`/unsubscribe/${token}`, env().NEXTAUTH_URL).href
/** What a mail program posts to; opened in a browser it leads to the page. */
export const stopPost = (token: string): string => new URL(`/api/unsubscribe/${token}`, env().NEXTAUTH_URL).href

const END = '</div></body></html>'
const WORDS = 'Stop these mails'

/** A mail with the way out as its last line, in both of its forms. @throws when its HTML does not end as ours does */
export function withStop<M extends { html: string; text: string }>(mail: M, token: string): M {
  if (!mail.html.endsWith(END)) throw new Error('a mail of ours ends in another way')
  const url = stopPage(token)
  const line = `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #e6e1da;font-size:12px;line-height:18px;color:#6b645c">You get this because you are on the roster. <a href="${escapeHtml(url)}" style="color:#6b645c">${WORDS}</a></p>`
  return {
    ...mail,
    html: `${mail.html.slice(0, -END.length)}${line}${END}`,
    text: `${mail.text}\n--\nYou get this because you are on the roster. ${WORDS}:\n${url}\n`,
  }
}
