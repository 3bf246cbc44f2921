import type { HeaderMap, VendorName } from './vendor.ts'

export interface RecordedRequest {
  /** In order of arrival, from 1. */
  readonly number: number
  readonly vendor: VendorName
  readonly method: string
  /** After the vendor prefix, with its query string. */
  readonly path: string
  readonly headers: HeaderMap
  readonly body: unknown
  readonly at: string
  /** Null before a reply, and for a call without one. */
  readonly status: number | null
}

type Entry = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] }

const limit = 20_000

/** Every vendor call in order of arrival, refused and lost ones included. */
export function createRecorder() {
  let entries: Entry[] = []
  let count = 0
  return {
    add(request: Omit<RecordedRequest, 'number' | 'at' | 'status'>): (status: number) => void {
      count += 1
      const entry: Entry = { ...request, number: count, at: new Date().toISOString(), status: null }
      entries.push(entry)
      // Dropped in blocks: cutting one entry per call would copy the whole list each time.
      if (entries.length > limit * 1.1) entries = entries.slice(-limit)
      return status => {
        entry.status = status
      }
    },
    /** The newest requests, only those after the number `after`. */
    list(vendor?: string, after = 0): readonly RecordedRequest[] {
      return entries
        .slice(-limit)
        .filter(entry => entry.number > after && (vendor === undefined || entry.vendor === vendor))
    },
    clear(): void {
      entries = []
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>
