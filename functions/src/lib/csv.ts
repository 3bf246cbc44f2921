/** A table by RFC 4180, the head first. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')

/** Spreadsheets compute what begins with one of these. */
const formula = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
