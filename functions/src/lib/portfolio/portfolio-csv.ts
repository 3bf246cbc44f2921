import { tableOf } from '../csv.ts'
import type { PortfolioLine } from './read-portfolio.ts'

const columns: readonly [head: string, of: (line: PortfolioLine) => unknown][] = [
  ['propertyId', ({ propertyId }) => propertyId],
  ['propertyName', ({ propertyName }) => propertyName],
  ['landlordId', ({ landlordId }) => landlordId],
  ['landlordName', ({ landlordName }) => landlordName],
  ['ota', ({ ota }) => ota],
  ['hotelId', ({ hotelId }) => hotelId],
  ['state', ({ state }) => state],
  ['verdict', ({ verdict }) => verdict?.result ?? null],
  ['verdictAt', ({ verdict }) => verdict?.at ?? null],
  ['openItems', ({ openItems }) => openItems],
  ['toReview', ({ needsReview }) => needsReview],
]

/** Rows as a table. */
export const portfolioCsv = (lines: readonly PortfolioLine[]): string =>
  tableOf(
    columns.map(([head]) => head),
    lines.map(line => columns.map(([, of]) => of(line))),
  )
