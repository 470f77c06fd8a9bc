/** A mail in its two forms. */
export type Written = { subject: string; html: string; text: string }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text as HTML shows it: names are what people typed. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** A subject is one header line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
    // The cut may have gone through a character.
    .replace(/\p{Cs}/gu, '')

export type Block =
  | { kind: 'title' | 'text' | 'small'; text: string }
  | { kind: 'button' | 'link'; text: string; url: string }
  | { kind: 'list'; rows: { strong: string; rest: string; mine?: boolean }[] }

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const INK = 'color:#2a2622'
const MUTED = 'color:#6b645c'

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1 style="margin:0 0 12px;font:600 22px/28px Georgia,'Times New Roman',serif;${INK}">${escapeHtml(block.text)}</h1>`
    case 'text':
      return `<p style="margin:0 0 16px;font-size:15px;line-height:23px;${INK}">${escapeHtml(block.text)}</p>`
    case 'small':
      return `<p style="margin:0 0 12px;font-size:13px;line-height:19px;${MUTED}">${escapeHtml(block.text)}</p>`
    case 'button':
      return `<p style="margin:0 0 20px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:11px 18px;border-radius:6px;background:#0b5a57;color:#ffffff;font-size:15px;font-weight:500;text-decoration:none">${escapeHtml(block.text)}</a></p>`
    case 'link':
      return `<p style="margin:0 0 12px;font-size:13px;line-height:19px"><a href="${escapeHtml(block.url)}" style="color:#0b5a57">${escapeHtml(block.text)}</a></p>`
    case 'list':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid #e6e1da">${block.rows
        .map(
          ({ strong, rest, mine }) =>
            `<tr><td style="padding:9px 0;border-bottom:1px solid #e6e1da;font-size:14px;line-height:20px;${INK}"><span style="font-weight:${mine ? 600 : 500}">${escapeHtml(strong)}</span><br><span style="${MUTED}">${escapeHtml(rest)}</span></td></tr>`,
        )
        .join('')}</table>`
  }
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'button':
    case 'link':
      return `${block.text}:\n${block.url}`
    case 'list':
      return block.rows.map(({ strong, rest, mine }) => `${mine ? '* ' : '  '}${strong}\n    ${rest}`).join('\n')
    default:
      return block.text
  }
}

/** The blocks as a mail: inline styles alone, nothing fetched from elsewhere, and the same words as plain text. */
export function write(subject: string, roster: string, blocks: readonly Block[]): Written {
  return {
    subject: oneLine(subject),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#faf8f5;${FONT}"><div style="max-width:560px;margin:0 auto;padding:28px 20px"><p style="margin:0 0 18px;font:600 16px/20px Georgia,'Times New Roman',serif;${INK}">${escapeHtml(roster)}</p>${blocks.map(htmlOf).join('')}</div></body></html>`,
    text: `${roster}\n\n${blocks.map(textOf).join('\n\n')}\n`,
  }
}
