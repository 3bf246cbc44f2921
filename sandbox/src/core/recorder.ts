import type { HeaderMap, VendorName } from './vendor.ts'

export interface RecordedRequest {
  readonly vendor: VendorName
  readonly method: string
  /** After the vendor prefix, with its query string. */
  readonly path: string
  readonly headers: HeaderMap
  readonly body: unknown
  readonly at: string
  /** Null as long as, or because, no reply was given. */
  readonly status: number | null
}

type Entry = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] }

const limit = 20_000

/** Every vendor call in order of arrival, refused and lost ones included. */
export function createRecorder() {
  let entries: Entry[] = []
  return {
    add(request: Omit<RecordedRequest, 'at' | 'status'>): (status: number) => void {
      const entry: Entry = { ...request, at: new Date().toISOString(), status: null }
      entries.push(entry)
      // Dropped in blocks: cutting one entry per call would copy the whole list each time.
      if (entries.length > limit * 1.1) entries = entries.slice(-limit)
      return status => {
        entry.status = status
      }
    },
    list(vendor?: string): readonly RecordedRequest[] {
      return entries.slice(-limit).filter(entry => vendor === undefined || entry.vendor === vendor)
    },
    clear(): void {
      entries = []
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>
