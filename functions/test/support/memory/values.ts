/** Values as Firestore's protocol writes them: `{ stringValue: 'a' }`. */
export type Value = Readonly<Record<string, unknown>>
export type Fields = Readonly<Record<string, Value>>

export interface Moment {
  seconds: number
  nanos: number
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** The segments of `a.b`, of which those in backticks may hold anything. */
export const segmentsOf = (path: unknown): string[] =>
  (String(path).match(/`(?:[^`\\]|\\.)*`|[^.]+/g) ?? []).map(one =>
    one.startsWith('`') ? one.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : one,
  )

const innerOf = (fields: Fields, name: string): Fields => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return objectOf(objectOf(value?.mapValue).fields) as Fields
}

export const valueAt = (fields: Fields, [first = '', ...rest]: readonly string[]): Value | undefined => {
  if (rest.length > 0) return valueAt(innerOf(fields, first), rest)
  return Object.hasOwn(fields, first) ? fields[first] : undefined
}

/** The fields with that value at the path; without the path where it is undefined. */
export function withValueAt(
  fields: Fields,
  [first = '', ...rest]: readonly string[],
  value: Value | undefined,
): Fields {
  const others = Object.entries(fields).filter(([name]) => name !== first)
  if (rest.length === 0) return Object.fromEntries(value === undefined ? others : [...others, [first, value]])
  if (value === undefined && valueAt(fields, [first]) === undefined) return fields
  const inner = { mapValue: { fields: withValueAt(innerOf(fields, first), rest, value) } }
  return Object.fromEntries([...others, [first, inner]])
}

/** The types in the order in which Firestore sorts them. */
const types = [
  'nullValue',
  'booleanValue',
  'number',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
]

const typeNames = new Set([...types, 'integerValue', 'doubleValue'])

function typeOf(value: Value): string {
  const [name] = Object.keys(value).filter(one => typeNames.has(one))
  return name === 'integerValue' || name === 'doubleValue' ? 'number' : (name ?? '')
}

export const isSameType = (one: Value, other: Value): boolean => typeOf(one) === typeOf(other)

export const numberOf = (value: Value): number => Number(value.integerValue ?? value.doubleValue)

/** Firestore's order of values. */
export function compare(one: Value, other: Value): number {
  const [type, otherType] = [typeOf(one), typeOf(other)]
  if (type !== otherType) return types.indexOf(type) - types.indexOf(otherType)
  const compareBy = comparisons[type]
  if (!compareBy) throw new Error(`no order is known of ${JSON.stringify(one)}`)
  return compareBy(one, other)
}

const ordered = <T extends number | string | boolean>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1

const compareNumbers = (one: number, other: number): number => {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(other)) - Number(Number.isNaN(one))
  return ordered(one, other)
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Compares texts by their bytes in UTF-8. */
export const compareTexts = (one: string, other: string): number =>
  isAscii(one) && isAscii(other) ? ordered(one, other) : Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Compares paths segment by segment: `a/b` is before `a-c/b`. */
const comparePaths = (one: string, other: string): number =>
  compareLists(one.split('/'), other.split('/'), compareTexts)

function compareLists<T>(some: readonly T[], others: readonly T[], by: (one: T, other: T) => number): number {
  for (const [at, one] of some.entries()) {
    const other = others[at]
    if (other === undefined) return 1
    const order = by(one, other)
    if (order !== 0) return order
  }
  return some.length - others.length
}

export const momentOf = (value: unknown): Moment => {
  const { seconds = 0, nanos = 0 } = objectOf(value)
  return { seconds: Number(seconds), nanos: Number(nanos) }
}

export const compareMoments = (one: Moment, other: Moment): number =>
  one.seconds - other.seconds || one.nanos - other.nanos

const comparisons: Readonly<Record<string, (one: Value, other: Value) => number>> = {
  nullValue: () => 0,
  booleanValue: (one, other) => ordered(one.booleanValue === true, other.booleanValue === true),
  number: (one, other) => compareNumbers(numberOf(one), numberOf(other)),
  timestampValue: (one, other) =>
    compareMoments(momentOf(one.timestampValue), momentOf(other.timestampValue)),
  stringValue: (one, other) => compareTexts(String(one.stringValue), String(other.stringValue)),
  bytesValue: (one, other) => Buffer.compare(bytesOf(one), bytesOf(other)),
  referenceValue: (one, other) => comparePaths(String(one.referenceValue), String(other.referenceValue)),
  arrayValue: (one, other) => compareLists(itemsOf(one), itemsOf(other), compare),
  mapValue: (one, other) => compareLists(entriesOf(one), entriesOf(other), compareEntries),
}

const bytesOf = ({ bytesValue }: Value): Uint8Array =>
  bytesValue instanceof Uint8Array ? bytesValue : Buffer.from(String(bytesValue), 'base64')

export const itemsOf = ({ arrayValue }: Value): Value[] => listOf(objectOf(arrayValue).values) as Value[]

const entriesOf = ({ mapValue }: Value): [string, Value][] =>
  Object.entries(objectOf(objectOf(mapValue).fields) as Fields).toSorted(([one], [other]) =>
    compareTexts(one, other),
  )

const compareEntries = ([name, value]: [string, Value], [otherName, other]: [string, Value]): number =>
  compareTexts(name, otherName) || compare(value, other)

export const isEqual = (one: Value, other: Value): boolean => compare(one, other) === 0

/** Whether a value has an array in an array, which Firestore refuses. */
export function holdsNestedArray(value: Value): boolean {
  if ('mapValue' in value)
    return Object.values(objectOf(objectOf(value.mapValue).fields) as Fields).some(holdsNestedArray)
  return itemsOf(value).some(item => 'arrayValue' in item || holdsNestedArray(item))
}

/** Bytes of a value, as Firestore bills them. */
function sizeOf(value: Value): number {
  if ('stringValue' in value) return Buffer.byteLength(String(value.stringValue)) + 1
  if ('bytesValue' in value) return bytesOf(value).length
  if ('referenceValue' in value) return Buffer.byteLength(String(value.referenceValue)) + 1
  if ('arrayValue' in value) return itemsOf(value).reduce((sum, item) => sum + sizeOf(item), 0)
  if ('mapValue' in value) return fieldsSize(objectOf(objectOf(value.mapValue).fields) as Fields)
  return 'nullValue' in value || 'booleanValue' in value ? 1 : 8
}

export const fieldsSize = (fields: Fields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + 1 + sizeOf(value), 0)
