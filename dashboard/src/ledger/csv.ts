import { respond } from '../api/client.ts'
import { search } from '../api/pages.ts'

/** The pages of the API as one table, the head once. */
export async function readTable(
  address: string,
  filter: Record<string, string | undefined>,
): Promise<string> {
  const tables: string[] = []
  let path: string | undefined = `${address}${search({ ...filter, format: 'csv' })}`
  while (path) {
    const answer: Response = await respond({ path })
    tables.push(await answer.text())
    path = nextOf(answer.headers.get('Link'))
  }
  return tables.map((table, at) => (at === 0 ? table : withoutHead(table))).join('')
}

/** The next page's address (RFC 8288). */
export const nextOf = (link: string | null): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]

/** No field of the head holds a line break. */
export const withoutHead = (table: string): string => table.slice(table.indexOf('\r\n') + 2)

/** Gives a text to the browser as a file. */
export function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
