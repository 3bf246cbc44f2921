import { isDeepStrictEqual } from 'node:util'
import type { Fields, Patch } from '../documents.ts'

/** One change of stored shapes. */
export interface Migration {
  /** What it does, for people. */
  name: string
  /** The version it leads to: its predecessor's plus one. */
  schemaVersion: number
  /** The collection's name at any depth: `messages` are those of every thread. */
  collection: string
  /**
   * Pure. All fields in the new shape, or undefined if the document already has it, judged by its fields: new documents
   * do not carry a version. Errors are shown, so they name fields and never values.
   */
  migrate(fields: Fields): Fields | undefined
}

/** A migration's change of a document; undefined if none is needed. */
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
