import { isDeepStrictEqual } from 'node:util'

/** A document's fields: times as Date, everything else as it is stored. */
export type Fields = Readonly<Record<string, unknown>>

/** One change of stored shapes. */
export interface Migration {
  /** What it does, for people. */
  name: string
  /** The version it leads to: one more than that of the migration before it. */
  schemaVersion: number
  /** Wherever it stands: `messages` are those of every thread. */
  collection: string
  /**
   * Pure. All fields of a document as they are to be; undefined for one that is so already, which its fields tell: new
   * documents do not say their version. What it throws is shown, so it names fields and never values.
   */
  migrate(fields: Fields): Fields | undefined
}

/** What is to be written of a document, and which fields are to go. */
export interface Patch {
  fields: Fields
  without: readonly string[]
}

/** What a migration changes on a document; undefined for one that is as it should be. */
export function patchOf({ schemaVersion, migrate }: Migration, stored: Fields): Patch | undefined {
  const { schemaVersion: written, ...before } = stored
  if (typeof written === 'number' && written >= schemaVersion) return undefined
  const after = migrate(before)
  if (!after) return undefined
  const without = Object.keys(before).filter(name => !Object.hasOwn(after, name))
  const dotted = Object.keys(after).find(name => name.includes('.'))
  if (dotted !== undefined) throw new TypeError(`${dotted} would be written as a path`)
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name]))
  if (changed.length === 0 && without.length === 0) return undefined
  return { fields: { ...Object.fromEntries(changed), schemaVersion }, without }
}
