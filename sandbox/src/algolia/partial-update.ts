/** A partial update, with the built-in operation that guards a version. */

import { isObject, type JsonObject } from '../core/values.ts'
import { refuse } from './errors.ts'

export type AlgoliaRecord = JsonObject & { readonly objectID: string }

/** The number of `{_operation: "IncrementSet", value}`; undefined for a plain value. */
function guardIn(value: unknown): number | undefined {
  if (!isObject(value) || typeof value._operation !== 'string') return undefined
  const { _operation: kind, value: number } = value
  if (kind !== 'IncrementSet') throw refuse(400, `Invalid operation ${kind}`)
  if (typeof number === 'number' && Number.isInteger(number)) return number
  throw refuse(400, `Invalid value for operation ${kind}: expected an integer`)
}

/** The record afterwards; undefined where a guard is not above the stored number (0 without one): that voids the update. */
export function applyPartial(
  stored: AlgoliaRecord | undefined,
  objectID: string,
  changes: JsonObject,
): AlgoliaRecord | undefined {
  const entries = Object.entries(changes).map(([key, value]) => ({ key, value, guard: guardIn(value) }))
  if (entries.some(({ key, guard }) => guard !== undefined && guard <= Number(stored?.[key] ?? 0)))
    return undefined
  const patch = entries.map(({ key, value, guard }) => [key, guard ?? value] as const)
  return { ...stored, ...Object.fromEntries(patch), objectID }
}
