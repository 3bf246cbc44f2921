import type { Actor } from '../actor.ts'
import type { Needs } from '../context.ts'
import { pageBehind } from '../cursor.ts'
import type { PortfolioRow } from './entry.ts'
import type { EntryOf } from './ports.ts'
import { facetsOf, isRowFor, type RowFacets } from './put-together.ts'
import { isInVain, keysSought } from './search-keys.ts'

export interface PortfolioFilter extends RowFacets {
  /** Words of the names and ids of property and landlord, or of the hotel's id. */
  q?: string | undefined
}

/** A row with what it is about. */
export interface PortfolioLine extends PortfolioRow {
  propertyId: string
  propertyName: string
  landlordId: string | null
  landlordName: string | null
}

interface Asked extends PortfolioFilter {
  /** Properties a page. */
  size: number
  cursor?: string | undefined
}

/**
 * All properties and channels, by the properties' names: a row each property and OTA. Reads as much for a page however
 * many there are. Throws `validation-failed` for a cursor that is none.
 */
export async function readPortfolio(
  deps: Needs<'cursors' | 'portfolio'>,
  actor: Actor,
  { cursor, size, ...filter }: Asked,
): Promise<{ rows: PortfolioLine[]; nextCursor: string | null }> {
  if (isInVain(filter.q)) return { rows: [], nextCursor: null }
  const keys = keysSought(filter.q, facetsOf(filter))
  const reading = { actor, list: 'portfolio', filter, cursor }
  const { entries, nextCursor } = await pageBehind(deps, reading, async place => {
    const page = await deps.portfolio.page(keys, place, size)
    return { entries: page.entries, nextCursor: page.next }
  })
  return { rows: entries.flatMap(entry => linesOf(entry, filter)), nextCursor }
}

const linesOf = ({ rows, ...entry }: EntryOf, filter: PortfolioFilter): PortfolioLine[] => {
  const { propertyId, propertyName, landlordId, landlordName } = entry
  const property = { propertyId, propertyName, landlordId, landlordName }
  return rows.filter(row => isRowFor(row, filter)).map(row => ({ ...property, ...row }))
}
