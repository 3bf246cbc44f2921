import { threadChange } from '../chat/thread-writes.ts'
import {
  type DocumentAt,
  type Fields,
  patch,
  Query,
  type StoredDocument,
  type Write,
  without,
} from '../store.ts'

const parse = (fields: Fields): Fields => fields

export const documentAt = (path: string): DocumentAt => ({
  path,
  id: path.slice(path.lastIndexOf('/') + 1),
  parse,
})

export const documentsIn = (collection: string, isGroup = false): Query =>
  new Query({ collection, isGroup, parse })

export interface Patch {
  fields: Fields
  without: readonly string[]
}

/** The search index needs a thread's change. */
export function changeOf(
  { path, revision }: Pick<StoredDocument, 'path' | 'revision'>,
  { fields, without: removals }: Patch,
): Write[] {
  const [, threadId] = /^threads\/([^/]+)$/.exec(path) ?? []
  const changed = patch({ path }, { ...fields, ...without(removals) }, revision)
  return [changed, ...(threadId === undefined ? [] : [threadChange(threadId)])]
}
