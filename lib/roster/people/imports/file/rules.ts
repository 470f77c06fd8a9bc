/** What a file may have, in bytes: 5,000 rows of 80 characters. */
export const MOST_BYTES = 400_000

/** What a press can carry as it travels, in bytes; a server that was sent more would say nothing of use. */
const MOST_SENT = 480_000

/** Why a text cannot be sent, or null: quotes and letters beyond ASCII take more room than they seem to. */
export const faultOfText = (text: string): string | null =>
  new TextEncoder().encode(JSON.stringify(text)).length > MOST_SENT
    ? 'This is too much at once. Make two files of it, each with the line that names the columns.'
    : null

export type Decoded = { ok: true; text: string; note: string | null } | { ok: false; reason: string }

const NOT_UTF8 =
  'The file is not in UTF-8. It was read as Windows-1252 (Latin-1), as Excel writes it in western Europe: look whether names with accents are right.'

/**
 * A file's text, whatever it is written in: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252, and then
 * it says so.
 */
export function decodeFile(bytes: Uint8Array): Decoded {
  const [a, b] = bytes
  if (bytes.length > MOST_BYTES)
    return { ok: false, reason: `The file has ${Math.ceil(bytes.length / 1_000)} kB, and at most 400 kB can be read.` }
  if (a === 0x50 && b === 0x4b)
    return {
      ok: false,
      reason: 'This is an Excel workbook. Save it as “CSV UTF-8” in Excel, and choose that file.',
    }
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    return texted(new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), null)
  try {
    return texted(new TextDecoder('utf-8', { fatal: true }).decode(bytes), null)
  } catch {
    return texted(new TextDecoder('windows-1252').decode(bytes), NOT_UTF8)
  }
}

/** No text file has NUL in it. */
const texted = (text: string, note: string | null): Decoded =>
  text.includes('\0')
    ? { ok: false, reason: 'This is not a text file. Export the list as CSV, and choose that file.' }
    : { ok: true, text, note }
