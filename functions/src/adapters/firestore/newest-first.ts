import type { CollectionReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { Page } from '../../lib/cursor.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot } from './client.ts'

const pageSize = 50
/** Most documents read for one page, so that a very selective filter does not delay the answer. */
const maxLookedAt = 1_000

/** Those with a time come first; the others, which an order by time leaves out, follow by id. */
const parts = ['dated', 'undated'] as const
type Part = (typeof parts)[number]

interface Position {
  part: Part
  after: DocumentSnapshot | undefined
}

/**
 * One page of a query, newest first by `createdAt`. Undefined for an unknown cursor. Documents in which `read` finds
 * nothing are skipped, so a page may be short or empty while `nextCursor` goes on.
 */
export async function newestFirst<Item>(
  collection: CollectionReference,
  query: Query,
  cursor: string | undefined,
  read: (snapshot: QueryDocumentSnapshot) => Item | undefined,
): Promise<Page<Item> | undefined> {
  const start =
    cursor === undefined ? { part: parts[0], after: undefined } : await positionOf(collection, cursor)
  if (!start) return undefined
  const items: Item[] = []
  let [lastCursor, lookedAt] = ['', 0]
  for (const part of parts.slice(parts.indexOf(start.part))) {
    let after = part === start.part ? start.after : undefined
    for (let isOver = false; !isOver; ) {
      const docs = await next(query, { part, after })
      for (const document of docs) {
        after = document
        lookedAt += 1
        const item = isIn(part, document) ? read(document) : undefined
        if (item === undefined) continue
        if (items.length === pageSize) return { items, nextCursor: lastCursor }
        items.push(item)
        lastCursor = cursorOf(part, document)
      }
      isOver = docs.length <= pageSize
      if (!isOver && after && lookedAt >= maxLookedAt) return { items, nextCursor: cursorOf(part, after) }
    }
  }
  return { items, nextCursor: null }
}

const isIn = (part: Part, document: DocumentSnapshot): boolean =>
  (part === 'dated') === (document.get('createdAt') !== undefined)

async function next(query: Query, { part, after }: Position): Promise<QueryDocumentSnapshot[]> {
  const ordered = part === 'dated' ? query.orderBy('createdAt', 'desc') : query
  const from = after ? ordered.startAfter(after) : ordered
  return (await from.limit(pageSize + 1).get()).docs
}

const cursorOf = (part: Part, { id }: DocumentSnapshot): string =>
  Buffer.from(`${part} ${id}`).toString('base64url')

async function positionOf(collection: CollectionReference, cursor: string): Promise<Position | undefined> {
  const [name, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const [part, id] = [parts.find(one => one === name), rest.join(' ')]
  if (!part || !isDocumentId(id)) return undefined
  const after = await collection.doc(id).get()
  return after.exists && isIn(part, after) ? { part, after } : undefined
}
