import * as z from 'zod'
import type { Actor } from '../actor.ts'
import { otaNames } from '../connection/otas.ts'
import { sought } from '../connection/requests/requests-with.ts'
import type { Needs } from '../context.ts'
import { tableOf } from '../csv.ts'
import { pageBehind } from '../cursor.ts'
import { textAt } from '../documents.ts'
import { keyed, matching } from '../keyed/matching.ts'
import { hasAll, isInVain, keysSought } from '../keyed/search-keys.ts'
import { nextCursor } from '../shapes.ts'
import type { StoredDocument } from '../store.ts'
import { type PortfolioEntry, portfolio, rowStates, storedEntry, storedRow } from './entry.ts'
import { facetsOf, isRowFor, type RowFacets } from './put-together.ts'

/** A dropped filter such as `notBookable` would let every row through. */
export const portfolioQuery = z.strictObject({
  q: sought.optional(),
  state: z.enum(rowStates).optional(),
  ota: z.enum(otaNames).optional(),
  openItems: z.literal('true').optional().meta({ description: 'Only rows with open items.' }),
  toReview: z.literal('true').optional().meta({ description: 'Only rows with a mapping to review.' }),
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(4096).optional(),
})

const portfolioRow = z
  .object({
    propertyId: z.string(),
    propertyName: z.string().meta({ description: 'The id of a property that has no name.' }),
    landlordId: z.string().nullable(),
    landlordName: z.string().nullable(),
    ...storedRow.shape,
  })
  .meta({ id: 'PortfolioRow' })
export type PortfolioLine = z.infer<typeof portfolioRow>

export const portfolioPage = z.object({ rows: z.array(portfolioRow), nextCursor }).meta({ id: 'Portfolio' })

export interface PortfolioFilter extends RowFacets {
  /** Names and ids of property, landlord, hotel. */
  q?: string | undefined
}

interface PortfolioQuery extends PortfolioFilter {
  size: number
  cursor?: string | undefined
}

/** By property name. Throws `validation-failed`. */
export async function readPortfolio(
  deps: Needs<'cursors' | 'store'>,
  actor: Actor,
  { cursor, size, ...filter }: PortfolioQuery,
): Promise<z.infer<typeof portfolioPage>> {
  if (isInVain(filter.q)) return { rows: [], nextCursor: null }
  const keys = keysSought(filter.q, facetsOf(filter))
  const reading = { actor, list: 'portfolio', filter, cursor }
  const { entries, nextCursor } = await pageBehind(deps, reading, async place => {
    const { matches: entries, last } = await matching(
      deps.store,
      keyed(portfolio.any.all(), keys).orderBy('sort'),
      {
        size,
        after: place === undefined ? undefined : [place],
        read: document => entryIn(document, keys),
        placeOf: document => [document.value.sort],
      },
    )
    return { entries, nextCursor: textAt(last, 'sort') ?? null }
  })
  return { rows: entries.flatMap(entry => linesOf(entry, filter)), nextCursor }
}

interface EntryOf extends PortfolioEntry {
  propertyId: string
}

function entryIn({ id, value }: StoredDocument, keys: readonly string[]): EntryOf | undefined {
  const entry = storedEntry.safeParse(value).data
  return entry && hasAll(entry.keys, keys) ? { ...entry, propertyId: id } : undefined
}

const linesOf = ({ rows, ...entry }: EntryOf, filter: PortfolioFilter): PortfolioLine[] => {
  const { propertyId, propertyName, landlordId, landlordName } = entry
  const property = { propertyId, propertyName, landlordId, landlordName }
  return rows.filter(row => isRowFor(row, filter)).map(row => ({ ...property, ...row }))
}

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

export const portfolioCsv = (lines: readonly PortfolioLine[]): string =>
  tableOf(
    columns.map(([head]) => head),
    lines.map(line => columns.map(([, of]) => of(line))),
  )
