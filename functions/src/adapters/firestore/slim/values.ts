import { isTime, parseTime, Timestamp, writeTime } from './timestamp.ts'

/** A value in the JSON of Firestore's REST surface: `{ stringValue: 'a' }`. */
export type WireValue = Readonly<Record<string, unknown>>
/** Keys may be anything, `__proto__` too. */
export type WireFields = Readonly<Record<string, WireValue>>

/** Latitude and longitude. */
class GeoPoint {
  readonly latitude: number
  readonly longitude: number

  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
  }
}

/** A reference from one document to another. */
class Reference {
  /** The full name, `projects/…/documents/threads/t`. */
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is a plain object. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Throws for values that Firestore cannot hold; `at` names the field. */
export function encode(value: unknown, at: string): WireValue {
  if (value === null) return { nullValue: null }
  if (typeof value === 'string') return { stringValue: value.toWellFormed() }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value === 'bigint') return { integerValue: String(value) }
  if (Array.isArray(value)) return encodeArray(value, at)
  if (isMap(value)) return { mapValue: { fields: encodeMap(value, at) } }
  return encodeInstance(value, at)
}

function encodeNumber(value: number): WireValue {
  // Firestore's JSON parser has no -0, so it becomes 0.
  if (Number.isSafeInteger(value)) return { integerValue: String(value) }
  return { doubleValue: Number.isFinite(value) ? value : String(value) }
}

function encodeArray(values: readonly unknown[], at: string): WireValue {
  if (values.some(Array.isArray)) throw new TypeError(`${at}: an array cannot hold an array`)
  return { arrayValue: { values: values.map((item, index) => encode(item, `${at}[${index}]`)) } }
}

const encodeMap = (map: Record<string, unknown>, at: string): WireFields =>
  Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key.toWellFormed(), encode(value, `${at}.${key}`)]),
  )

function encodeInstance(value: unknown, at: string): WireValue {
  if (value instanceof Date) return { timestampValue: writeTime(Timestamp.ofDate(value)) }
  if (isTime(value)) return { timestampValue: writeTime(value) }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') }
  if (value instanceof Reference) return { referenceValue: value.name }
  if (value instanceof GeoPoint)
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } }
  throw new TypeError(`${at}: Firestore has no value for ${value === undefined ? 'undefined' : typeof value}`)
}

/** A reply that does not match Firestore's format. */
export class MalformedReply extends Error {
  override readonly name = 'MalformedReply'
}

function decode(value: unknown): unknown {
  if (!isObject(value)) throw new MalformedReply('a value is no object')
  const [[type, held] = []] = Object.entries(value)
  if (type === undefined) throw new MalformedReply('a value has no type')
  const decoded = decoders[type]?.(held)
  if (decoded === undefined) throw new MalformedReply(`a value of the type ${type} cannot be read`)
  return decoded
}

const text = (held: unknown): string | undefined => (typeof held === 'string' ? held : undefined)

/** By type; undefined if the value does not match its type. */
const decoders: Readonly<Record<string, (held: unknown) => unknown>> = {
  nullValue: () => null,
  stringValue: text,
  booleanValue: held => (typeof held === 'boolean' ? held : undefined),
  integerValue: held => (/^-?\d+$/.test(String(held)) ? Number(held) : undefined),
  doubleValue: held => {
    const number = typeof held === 'string' || typeof held === 'number' ? Number(held) : undefined
    return Number.isNaN(number) && held !== 'NaN' ? undefined : number
  },
  timestampValue: held => parseTime(text(held) ?? ''),
  bytesValue: held => (typeof held === 'string' ? Buffer.from(held, 'base64') : undefined),
  referenceValue: held => (typeof held === 'string' ? new Reference(held) : undefined),
  geoPointValue: held => {
    if (!isObject(held)) return undefined
    // Zeros are omitted.
    const { latitude = 0, longitude = 0 } = held
    return new GeoPoint(Number(latitude), Number(longitude))
  },
  arrayValue: held => {
    if (!isObject(held)) return undefined
    const { values = [] } = held
    return Array.isArray(values) ? values.map(decode) : undefined
  },
  mapValue: held => (isObject(held) ? decodeFields(held.fields ?? {}) : undefined),
}

export function decodeFields(fields: unknown): Record<string, unknown> {
  if (!isObject(fields)) throw new MalformedReply('fields are no object')
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, decode(value)]))
}
