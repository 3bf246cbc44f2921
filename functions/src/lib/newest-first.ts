import type { Page } from './cursor.ts'
import { isDocumentId } from './identifiers.ts'
import type { Query, Store, StoredDocument } from './store.ts'

type Documents = Store

const pageSize = 50
/** A selective filter must not delay the answer. */
const maxLookedAt = 1_000

/** An order by time omits documents without one; these follow by id. */
const parts = ['dated', 'undated'] as const
type Part = (typeof parts)[number]

interface Position {
  part: Part
  after: StoredDocument | undefined
}

/** A cursor names one of `all`. */
interface List {
  all: Query
  query: Query
}

/** Undefined for an unknown cursor. Unreadable documents are skipped, so a page may be short. */
export async function newestFirst<Item>(
  store: Documents,
  { all, query }: List,
  cursor: string | undefined,
  read: (document: StoredDocument) => Item | undefined,
): Promise<Page<Item> | undefined> {
  const start =
    cursor === undefined ? { part: parts[0], after: undefined } : await positionOf(store, all, cursor)
  if (!start) return undefined
  const items: Item[] = []
  let [lastCursor, lookedAt] = ['', 0]
  for (const part of parts.slice(parts.indexOf(start.part))) {
    let after = part === start.part ? start.after : undefined
    for (let isOver = false; !isOver; ) {
      const docs = await next(store, query, { part, after })
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

const isIn = (part: Part, { value }: StoredDocument): boolean =>
  (part === 'dated') === (value.createdAt !== undefined)

function next(store: Documents, query: Query, { part, after }: Position): Promise<StoredDocument[]> {
  const ordered = part === 'dated' ? query.orderBy('createdAt', 'desc') : query
  return store.find(ordered.after(after).limit(pageSize + 1))
}

const cursorOf = (part: Part, { id }: StoredDocument): string =>
  Buffer.from(`${part} ${id}`).toString('base64url')

async function positionOf(store: Documents, all: Query, cursor: string): Promise<Position | undefined> {
  const [name, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const [part, id] = [parts.find(one => one === name), rest.join(' ')]
  if (!part || !isDocumentId(id)) return undefined
  const [after] = await store.find(all.where('__name__', '==', id))
  return after && isIn(part, after) ? { part, after } : undefined
}
