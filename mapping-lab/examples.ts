import type { MappingExample } from '../functions/src/lib/connection/channels/mapping-example.ts'
import { none } from './sets.ts'

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map(row => row.map(field).join(',')).join('\n')}\n`

/**
 * Reviewed mappings as a labelled set. A name that a mapping has twice is left out; a name without a partner is
 * labelled as none of our rooms. Of several reviews of the same rooms the last one counts: as separate hotels, one
 * would be judged by weights fitted on the other.
 */
export function labelledSet(reviews: readonly (MappingExample & { id: string })[]): {
  rows: string
  references: string
  count: number
} {
  const examples = [...new Map(reviews.map(one => [one.rooms.toSorted().join('\n'), one])).values()]
  const isOnce = (names: readonly string[], name: string) => names.filter(one => one === name).length === 1
  const all = examples.flatMap(({ id, rooms, rows }) => {
    const titles = rows.map(({ title }) => title)
    return rows
      .filter(({ title, chosen }) => isOnce(titles, title) && (chosen === null || isOnce(rooms, chosen)))
      .map(({ title, chosen }) => [`review ${id}`, title, chosen ?? none, ''])
  })
  const references = examples.flatMap(({ id, rooms }) => rooms.map(name => [`review ${id}`, name]))
  return {
    rows: csv([['hotel', 'supplier_name', 'reference_name', 'weak_because'], ...all]),
    references: csv([['hotel', 'reference_name'], ...references]),
    count: all.length,
  }
}
