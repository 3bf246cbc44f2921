/** A partial update, with the built-in operations on first-level attributes. */

import { asList, isObject, type JsonObject } from '../core/values.ts'
import { refuse } from './errors.ts'

export type AlgoliaRecord = JsonObject & { readonly objectID: string }

interface Operation {
  readonly kind: string
  readonly value: unknown
}

const kinds = ['Increment', 'Decrement', 'Add', 'AddUnique', 'Remove', 'IncrementFrom', 'IncrementSet']

function readOperation(value: unknown): Operation | undefined {
  if (!isObject(value) || typeof value._operation !== 'string') return undefined
  const operation = { kind: value._operation, value: value.value }
  if (!kinds.includes(operation.kind)) throw refuse(400, `Invalid operation ${operation.kind}`)
  if (/crement/.test(operation.kind) && !Number.isInteger(operation.value)) {
    throw refuse(400, `Invalid value for operation ${operation.kind}: expected an integer`)
  }
  return operation
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * The two guarded operations void the whole update, not only their attribute:
 * IncrementSet unless its value is above the stored one (0 when there is none),
 * IncrementFrom unless it equals it.
 */
function isVoid({ kind, value }: Operation, stored: unknown): boolean {
  if (kind === 'IncrementSet') return numberOf(value) <= numberOf(stored)
  return kind === 'IncrementFrom' && numberOf(value) !== numberOf(stored)
}

function apply({ kind, value }: Operation, stored: unknown): unknown {
  switch (kind) {
    case 'Increment':
      return numberOf(stored) + numberOf(value)
    case 'Decrement':
      return numberOf(stored) - numberOf(value)
    case 'IncrementFrom':
      return numberOf(value) + 1
    case 'IncrementSet':
      return value
    case 'Add':
      return [...asList(stored), value]
    case 'AddUnique':
      return asList(stored).includes(value) ? stored : [...asList(stored), value]
    default:
      return asList(stored).filter(item => item !== value)
  }
}

/** The record afterwards; undefined when the whole update is ignored. */
export function applyPartial(
  stored: AlgoliaRecord | undefined,
  objectID: string,
  changes: JsonObject,
): AlgoliaRecord | undefined {
  const entries = Object.entries(changes).map(([key, value]) => ({
    key,
    value,
    operation: readOperation(value),
  }))
  if (entries.some(({ key, operation }) => operation && isVoid(operation, stored?.[key]))) return undefined
  const patch = entries.map(({ key, value, operation }): [string, unknown] => [
    key,
    operation ? apply(operation, stored?.[key]) : value,
  ])
  return { ...stored, ...Object.fromEntries(patch), objectID }
}
