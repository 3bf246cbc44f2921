import * as z from 'zod'
import { properties } from '../../company.ts'
import type { Needs } from '../../context.ts'
import { textAt } from '../../documents.ts'
import type { Store, StoredDocument } from '../../store.ts'
import { teams } from '../desk/teams.ts'
import { namesOf, type SearchWords } from './search-words.ts'

export const mostProperties = 20
/** More than a company has. */
const mostTeams = 200

export const places = z
  .object({
    teams: z.array(z.object({ teamId: z.string(), name: z.string() })),
    properties: z.array(z.object({ propertyId: z.string(), name: z.string() })),
  })
  .meta({ id: 'Places' })
export type Places = z.infer<typeof places>

export const placesQuery = z.object({
  q: z.string().max(200).default('').meta({ description: 'The id of a property, or how its name begins.' }),
})

/** Without a text, the first properties by name. One round trip. */
export async function findPlaces({ store }: Needs<'store'>, text: string): Promise<Places> {
  const words = text.trim().replace(/\s+/g, ' ')
  const query = { id: words, names: words === '' ? [''] : namesOf(words) }
  const [ofTeams, ofProperties] = await Promise.all([
    store.find(teams.all().limit(mostTeams)),
    propertiesMeant(store, query, mostProperties),
  ])
  return {
    teams: named(ofTeams, (teamId, name) => ({ teamId, name })),
    properties: named(ofProperties, (propertyId, name) => ({ propertyId, name })),
  }
}

export async function propertiesMeant(
  store: Store,
  { id, names }: Pick<SearchWords, 'id' | 'names'>,
  limit: number,
): Promise<StoredDocument[]> {
  const own = properties.named(id)
  const lists = await Promise.all([
    store.readAll(own ? [own] : []),
    ...names.map(name =>
      store.find(properties.where('name', '>=', name).where('name', '<', `${name}\uf8ff`).limit(limit)),
    ),
  ])
  return [...new Map(lists.flat().map(property => [property.id, property])).values()].slice(0, limit)
}

const named = <Row extends { name: string }>(
  documents: readonly StoredDocument[],
  rowOf: (id: string, name: string) => Row,
): Row[] =>
  documents
    .flatMap(one => {
      const name = textAt(one, 'name')
      return name === undefined ? [] : [rowOf(one.id, name)]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
