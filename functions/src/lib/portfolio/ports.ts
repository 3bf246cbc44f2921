import type { Commit } from '../durable/change.ts'
import type { Revision } from '../ports.ts'
import type { PortfolioEntry, RequestKeys } from './entry.ts'
import type { PutTogether } from './put-together.ts'
import type { Sources, Told } from './sources.ts'

/** What is kept of a property, read before that of which it is put together. */
export interface Kept {
  /** Undefined for one that cannot be read, too. */
  entry: PortfolioEntry | undefined
  /** Of what is stored, readable or not. */
  revision: Revision | undefined
  /** The property's own ones. */
  requests: ReadonlyMap<string, RequestKeys>
  sources: Sources
}

export interface EntryOf extends PortfolioEntry {
  propertyId: string
}

/** A page of properties, in the order of their names. */
interface EntryPage {
  entries: EntryOf[]
  /** Where the next one begins; null after the last. */
  next: string | null
}

/** `portfolio` and `requestKeys`. */
export interface Portfolio {
  /** Undefined, after one read, where the entry is put together of what was written already. */
  read(propertyId: string, told?: Told): Promise<Kept | undefined>
  /** One commit, if the entry is still as it was read. */
  write(propertyId: string, next: PutTogether, kept: Kept): Promise<Commit<unknown>>
  /** The property whose list has the request; undefined if none has. */
  propertyOfRequest(requestId: string): Promise<string | undefined>
  /** The entries that there are of these properties. One round trip. */
  entriesOf(propertyIds: readonly string[]): Promise<ReadonlyMap<string, PortfolioEntry>>
  /** Ids of properties of which something is stored or kept, after that one. */
  idsAfter(propertyId: string | undefined, limit: number): Promise<string[]>
  /** Those with all of the keys. Reads a bounded number of documents, so a page may be short while there are more. */
  page(keys: readonly string[], after: string | undefined, limit: number): Promise<EntryPage>
}
