import type { Needs } from '../../context.ts'
import type { Places } from './ports.ts'
import { namesOf } from './search-words.ts'

/** Properties that are found, most. */
export const mostProperties = 20

/**
 * What threads can be narrowed to: every team, and properties whose id is the text or whose name begins with it, the
 * first by name without one. One round trip.
 */
export async function findPlaces({ desk }: Needs<'desk'>, text: string): Promise<Places> {
  const words = text.trim().replace(/\s+/g, ' ')
  const { teams, properties } = await desk.places(
    { id: words, names: words === '' ? [''] : namesOf(words) },
    mostProperties,
  )
  return { teams: teams.toSorted(byName), properties: properties.toSorted(byName) }
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name)
