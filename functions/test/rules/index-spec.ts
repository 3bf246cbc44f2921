import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Query } from './queries.ts'

const queryScope = z.enum(['COLLECTION', 'COLLECTION_GROUP'])
const order = z.enum(['ASCENDING', 'DESCENDING'])
const arrayConfig = z.literal('CONTAINS')

const composite = z.strictObject({
  collectionGroup: z.string(),
  queryScope,
  fields: z
    .array(
      z.union([
        z.strictObject({ fieldPath: z.string(), order }),
        z.strictObject({ fieldPath: z.string(), arrayConfig }),
      ]),
    )
    .min(2),
})

const override = z.strictObject({
  collectionGroup: z.string(),
  fieldPath: z.string(),
  ttl: z.boolean().optional(),
  indexes: z.array(
    z.union([z.strictObject({ queryScope, order }), z.strictObject({ queryScope, arrayConfig })]),
  ),
})

/** Stricter than firebase-tools, which drops what it does not know and takes one-field indexes that Firestore refuses. */
export const indexSpec = z.strictObject({ indexes: z.array(composite), fieldOverrides: z.array(override) })

export type IndexSpec = z.infer<typeof indexSpec>
type Composite = z.infer<typeof composite>

export const specText = readFileSync(new URL('../../../firestore.indexes.json', import.meta.url), 'utf8')

/** How an index must hold a field. For equality the order may run either way. */
type Mode = 'either' | 'ASCENDING' | 'DESCENDING' | 'CONTAINS'
type Need = [field: string, mode: Mode]

/** The fields an index for the query has: `anyOrder` in any order, then `sorted` in its own. */
function needsOf({ filters, order = [] }: Query): { anyOrder: Need[]; sorted: Need[] } {
  const anyOrder: Need[] = []
  const sorted = new Map<string, Mode>(
    withoutTieBreak(order).map(([field, way]) => [field, way === 'desc' ? 'DESCENDING' : 'ASCENDING']),
  )
  for (const [field, operator] of filters) {
    if (operator === '==' || operator === 'in') anyOrder.push([field, 'either'])
    else if (operator.startsWith('array-contains')) anyOrder.push([field, 'CONTAINS'])
    else if (!sorted.has(field)) sorted.set(field, 'ASCENDING')
  }
  return { anyOrder, sorted: [...sorted] }
}

/** Every index ends in the document's id, in the direction of its last field; ascending where no field is sorted by. */
function withoutTieBreak(order: [field: string, direction: string][]): [string, string][] {
  const [last, before] = [order.at(-1), order.at(-2)]
  const isTieBreak = last?.[0] === '__name__' && last[1] === (before?.[1] ?? 'asc')
  return isTieBreak ? order.slice(0, -1) : order
}

/**
 * Whether an index serves the query. Stricter than Firestore on several equalities, which it could also join from the
 * automatic indexes, slowly where each of them is long.
 */
export function isServed(spec: IndexSpec, query: Query): boolean {
  const { anyOrder, sorted } = needsOf(query)
  const [first, ...others] = [...anyOrder, ...sorted]
  if (!first) return true
  if (others.length === 0) return isServedBySingleField(spec, query, first)
  return spec.indexes.some(index => serves(index, query))
}

export function serves({ collectionGroup, queryScope, fields }: Composite, query: Query): boolean {
  const { anyOrder, sorted } = needsOf(query)
  const [head, tail] = [fields.slice(0, anyOrder.length), fields.slice(anyOrder.length)]
  const holds = (field: Composite['fields'][number] | undefined, [path, mode]: Need) =>
    field?.fieldPath === path && hasMode(field, mode)
  return (
    collectionGroup === query.collection &&
    queryScope === scopeOf(query) &&
    fields.length === anyOrder.length + sorted.length &&
    anyOrder.every(need => head.some(field => holds(field, need))) &&
    sorted.every((need, at) => holds(tail[at], need))
  )
}

/** Firestore indexes each field within its collection, unless an override of it or of a map around it says otherwise. */
function isServedBySingleField(spec: IndexSpec, query: Query, [path, mode]: Need): boolean {
  const nearest = spec.fieldOverrides
    .filter(({ collectionGroup }) => collectionGroup === query.collection)
    .filter(({ fieldPath }) => path === fieldPath || path.startsWith(`${fieldPath}.`))
    .toSorted((a, b) => b.fieldPath.length - a.fieldPath.length)[0]
  if (!nearest) return !query.group
  return nearest.indexes.some(index => index.queryScope === scopeOf(query) && hasMode(index, mode))
}

const scopeOf = ({ group }: Query) => (group ? 'COLLECTION_GROUP' : 'COLLECTION')

const hasMode = (index: { order: string } | { arrayConfig: string }, mode: Mode): boolean =>
  'order' in index ? mode === 'either' || index.order === mode : index.arrayConfig === mode
