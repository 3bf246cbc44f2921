import {
  compare,
  type Fields,
  isEqual,
  isSameType,
  itemsOf,
  listOf,
  numberOf,
  objectOf,
  segmentsOf,
  type Value,
  valueAt,
} from './values.ts'

/** A document as a query sees it: its path from the database's root, and its fields. */
export interface Candidate {
  path: string
  fields: Fields
}

interface Order {
  field: string[]
  isDescending: boolean
}

const idField = '__name__'
const isId = (field: readonly string[]): boolean => field.length === 1 && field[0] === idField

/** The id of the collection, or of all collections of a group, that a query looks in. */
export const collectionOf = (query: Record<string, unknown>): string =>
  String(objectOf(listOf(query.from)[0]).collectionId)

/** Documents that a query of the protocol finds in its collection, in its order. */
export function found<Entry extends Candidate>(
  all: Iterable<Entry>,
  query: Record<string, unknown>,
  { parent, root }: { parent: string; root: string },
): Entry[] {
  const { allDescendants } = objectOf(listOf(query.from)[0])
  const under = parent === '' ? '' : `${parent}/`
  const depth = under.split('/').length + 1
  const isIn = (path: string) =>
    path.startsWith(under) && (allDescendants === true || path.split('/').length === depth)
  const order = ordersOf(query)
  const read = ({ path, fields }: Candidate, field: readonly string[]): Value | undefined =>
    isId(field) ? { referenceValue: `${root}/${path}` } : valueAt(fields, field)
  const matching = [...all].filter(
    one =>
      isIn(one.path) &&
      matches(objectOf(query.where), field => read(one, field)) &&
      order.every(({ field }) => read(one, field) !== undefined),
  )
  const compareAt = (one: Candidate, other: Candidate): number => {
    for (const { field, isDescending } of order) {
      const [value, against] = [read(one, field), read(other, field)]
      const way = value && against ? compare(value, against) : 0
      if (way !== 0) return isDescending ? -way : way
    }
    return 0
  }
  const sorted = matching.toSorted(compareAt)
  const isWithin = (one: Candidate): boolean => {
    const against = (cursor: unknown): number => {
      for (const [at, bound] of (listOf(objectOf(cursor).values) as Value[]).entries()) {
        const { field = [], isDescending = false } = order[at] ?? {}
        const value = read(one, field)
        const way = value ? compare(value, bound) : 0
        if (way !== 0) return isDescending ? -way : way
      }
      return 0
    }
    const { startAt, endAt } = query
    const isAfter = !startAt || against(startAt) >= (objectOf(startAt).before === true ? 0 : 1)
    return isAfter && (!endAt || against(endAt) <= (objectOf(endAt).before === true ? -1 : 0))
  }
  const within = sorted.filter(isWithin).slice(Number(query.offset ?? 0))
  const limit = objectOf(query.limit).value
  return limit === undefined ? within : within.slice(0, Number(limit))
}

/** The orders that are written and those that Firestore adds: fields of inequalities, then the name. */
function ordersOf(query: Record<string, unknown>): Order[] {
  const orders = listOf(query.orderBy).map((one): Order => {
    const { field, direction } = objectOf(one)
    return {
      field: segmentsOf(objectOf(field).fieldPath),
      isDescending: direction === 'DESCENDING',
    }
  })
  const isDescending = orders.at(-1)?.isDescending ?? false
  const has = (field: readonly string[]) => orders.some(one => one.field.join('.') === field.join('.'))
  for (const field of unequalFields(objectOf(query.where)))
    if (!has(field)) orders.push({ field, isDescending })
  if (!has([idField])) orders.push({ field: [idField], isDescending })
  return orders
}

const inequalities = new Set<unknown>([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
])

function unequalFields(where: Record<string, unknown>): string[][] {
  const { compositeFilter, fieldFilter } = where
  if (compositeFilter)
    return listOf(objectOf(compositeFilter).filters).flatMap(one => unequalFields(objectOf(one)))
  const { field, op } = objectOf(fieldFilter)
  return inequalities.has(op) ? [segmentsOf(objectOf(field).fieldPath)] : []
}

type Read = (field: readonly string[]) => Value | undefined

function matches(where: Record<string, unknown>, read: Read): boolean {
  const { compositeFilter, fieldFilter, unaryFilter } = where
  if (compositeFilter) {
    const { op, filters } = objectOf(compositeFilter)
    const hold = listOf(filters).map(one => matches(objectOf(one), read))
    return op === 'OR' ? hold.includes(true) : !hold.includes(false)
  }
  if (unaryFilter) return isUnary(objectOf(unaryFilter), read)
  if (!fieldFilter) return true
  const { field, op, value } = objectOf(fieldFilter)
  const fieldValue = read(segmentsOf(objectOf(field).fieldPath))
  const holds = operators[String(op)]
  if (!holds) throw new Error(`no filter is known of the name ${op}`)
  return fieldValue !== undefined && holds(fieldValue, objectOf(value))
}

function isUnary({ field, op }: Record<string, unknown>, read: Read): boolean {
  const fieldValue = read(segmentsOf(objectOf(field).fieldPath))
  if (fieldValue === undefined) return false
  const isNull = 'nullValue' in fieldValue
  const isNoNumber = Number.isNaN(numberOf(fieldValue)) && 'doubleValue' in fieldValue
  if (op === 'IS_NULL') return isNull
  if (op === 'IS_NOT_NULL') return !isNull
  return op === 'IS_NAN' ? isNoNumber : !isNoNumber && !isNull
}

const isNumber = (value: Value): boolean => 'integerValue' in value || 'doubleValue' in value

/** Ranges hold between values of one type, and nothing is above or below NaN. */
const isComparable = (one: Value, other: Value): boolean =>
  isSameType(one, other) && !(isNumber(one) && (Number.isNaN(numberOf(one)) || Number.isNaN(numberOf(other))))

const range =
  (holds: (order: number) => boolean) =>
  (fieldValue: Value, value: Value): boolean =>
    isComparable(fieldValue, value) && holds(compare(fieldValue, value))

const includes = (values: readonly Value[], fieldValue: Value): boolean =>
  values.some(one => isEqual(one, fieldValue))

const operators: Readonly<Record<string, (fieldValue: Value, value: Value) => boolean>> = {
  EQUAL: isEqual,
  NOT_EQUAL: (fieldValue, value) => !('nullValue' in fieldValue) && !isEqual(fieldValue, value),
  LESS_THAN: range(order => order < 0),
  LESS_THAN_OR_EQUAL: range(order => order <= 0),
  GREATER_THAN: range(order => order > 0),
  GREATER_THAN_OR_EQUAL: range(order => order >= 0),
  IN: (fieldValue, value) => includes(itemsOf(value), fieldValue),
  NOT_IN: (fieldValue, value) => !('nullValue' in fieldValue) && !includes(itemsOf(value), fieldValue),
  ARRAY_CONTAINS: (fieldValue, value) => includes(itemsOf(fieldValue), value),
  ARRAY_CONTAINS_ANY: (fieldValue, value) => itemsOf(value).some(one => includes(itemsOf(fieldValue), one)),
}
