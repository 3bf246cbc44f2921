import { type Actor, isStaff } from '../../actor.ts'
import type { Clock } from '../../ports.ts'
import type { SearchAccess, SearchKeys } from './thread-record.ts'
import { readerFields } from './thread-record.ts'

export interface SearchKeyDeps {
  clock: Clock
  keys: SearchKeys
}

export interface SearchKey extends SearchAccess {
  validUntil: Date
}

/** Milliseconds. A client asks again; who lost a role, or left a thread, keeps what it gave no longer than that. */
const validity = { staff: 10 * 60_000, others: 60 * 60_000 }

/**
 * A key that finds what the caller may see: staff every thread, others those they take part in and did not join by
 * posting. It cannot write, and what its client filters by can only narrow it.
 */
export function searchKey({ clock, keys }: SearchKeyDeps, actor: Actor): SearchKey {
  // Whole seconds, as the index counts.
  const milliseconds = isStaff(actor) ? validity.staff : validity.others
  const validUntil = new Date(Math.floor((clock.now().getTime() + milliseconds) / 1000) * 1000)
  const reader = { uid: actor.uid, fields: readerFields }
  return { ...keys.issue(isStaff(actor) ? { validUntil } : { validUntil, reader }), validUntil }
}
