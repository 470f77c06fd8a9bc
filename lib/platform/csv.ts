import Papa from 'papaparse'

/**
 * How a cell begins that a spreadsheet computes (CWE-1236), also where only apostrophes stand before it: those are taken
 * away when it is read again. The library's own pattern passes over a cell that begins with a line break.
 */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A CSV file of which no spreadsheet computes a cell; it begins with the mark that Excel wants for UTF-8. */
export const writeCsv = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  delimiter = ',',
): string =>
  `\ufeff${Papa.unparse([[...head], ...rows.map((row) => [...row])], { delimiter, newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
