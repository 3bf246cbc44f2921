/** A time as Firestore stores it, finer than a Date; the SDK's has the same shape. */
export interface Time {
  readonly seconds: number
  readonly nanoseconds: number
  toDate(): Date
}

export class Timestamp implements Time {
  readonly seconds: number
  readonly nanoseconds: number

  constructor(seconds: number, nanoseconds: number) {
    this.seconds = seconds
    this.nanoseconds = nanoseconds
  }

  static ofDate(date: Date): Timestamp {
    const milliseconds = date.getTime()
    if (Number.isNaN(milliseconds)) throw new TypeError('an invalid date cannot be stored')
    const seconds = Math.floor(milliseconds / 1000)
    return new Timestamp(seconds, (milliseconds - seconds * 1000) * 1_000_000)
  }

  toDate(): Date {
    return new Date(this.seconds * 1000 + Math.floor(this.nanoseconds / 1_000_000))
  }
}

export const isTime = (value: unknown): value is Time =>
  typeof value === 'object' &&
  value !== null &&
  'seconds' in value &&
  'nanoseconds' in value &&
  'toDate' in value &&
  typeof value.toDate === 'function'

const written = /^(-?\d+-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/

/** `2026-03-29T10:00:00.123456789Z`; undefined for anything else. */
export function parseTime(text: string): Timestamp | undefined {
  const [, whole, fraction = ''] = written.exec(text) ?? []
  const milliseconds = Date.parse(`${whole}Z`)
  if (Number.isNaN(milliseconds)) return undefined
  return new Timestamp(milliseconds / 1000, Number(fraction.padEnd(9, '0')))
}

/** The inverse of `parseTime`. */
export function writeTime({ seconds, nanoseconds }: Time): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length)
  return `${whole}.${String(nanoseconds).padStart(9, '0')}Z`
}
