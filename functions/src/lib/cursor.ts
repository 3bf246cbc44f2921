import type { Actor } from './actor.ts'
import { DomainError } from './errors.ts'
import type { Seal } from './ports.ts'

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

interface ListReading {
  actor: Pick<Actor, 'uid'>
  list: string
  filter: object
  cursor: string | undefined
}

/** Throws `validation-failed` for another list, filter or reader. */
export async function pageBehind<P extends { nextCursor: string | null }>(
  { cursors }: { cursors: Seal },
  { actor, list, filter, cursor }: ListReading,
  read: (place: string | undefined) => Promise<P | undefined>,
): Promise<P> {
  const use = JSON.stringify([list, Object.entries(filter).toSorted(), actor.uid])
  const place = cursor === undefined ? undefined : await cursors.open(cursor, use)
  const page = cursor !== undefined && place === undefined ? undefined : await read(place)
  if (!page) throw unknownCursor('cursor')
  return { ...page, nextCursor: page.nextCursor === null ? null : await cursors.seal(page.nextCursor, use) }
}

export const unknownCursor = (path: string): DomainError =>
  new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Begin with the first page.',
    errors: [{ path, message: 'must be the nextCursor of an earlier page' }],
  })
