/** RFC 4180; times are ISO 8601 in UTC. */
export const tableOf = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')

/** Spreadsheets compute such cells. */
const formula = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
