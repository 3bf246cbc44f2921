import * as z from 'zod'
import { between } from './between.ts'
import { pageSize } from './compare-threads.ts'

/** Threads by their ids: those after the one up to the other, or from the first on and to the last. */
export const storedRange = z.object({ after: z.string().optional(), until: z.string().optional() })
export type IdRange = z.infer<typeof storedRange>

/** A range that somebody works on. */
export interface TakenRange extends IdRange {
  isTaken: boolean
  /** The last thread of the page in hand, once that is known. */
  head?: string | undefined
  /** Full pages that were read of it, fewer each time it is halved. */
  pages: number
}

/**
 * What is left of a round over all threads, for workers side by side. Nobody knows how ids are spread, so it begins as one
 * range; whoever has nothing to do takes half of what another one has still before it.
 */
export class ThreadRanges {
  #left: TakenRange[]
  #news = Promise.withResolvers<void>()

  constructor(left: readonly IdRange[]) {
    this.#left = left.map(range => ({ ...range, isTaken: false, pages: 0 }))
  }

  get left(): IdRange[] {
    return this.#left.map(({ after, until }) => ({
      ...(after !== undefined && { after }),
      ...(until !== undefined && { until }),
    }))
  }

  /** Waits until there is something to take; undefined when nothing is left. */
  async take(): Promise<TakenRange | undefined> {
    for (;;) {
      const range = this.#left.find(({ isTaken }) => !isTaken) ?? this.#half()
      if (range) {
        range.isTaken = true
        return range
      }
      if (this.#left.length === 0) return undefined
      await this.#news.promise
    }
  }

  /** Of what was read next, that which still belongs to the range: meanwhile others may have taken half of it. */
  stillIn<Listed extends { threadId: string }>(range: TakenRange, listed: readonly Listed[]): Listed[] {
    const { until } = range
    const page = listed.filter(({ threadId }) => until === undefined || threadId <= until)
    range.head = page.at(-1)?.threadId
    range.pages = page.length < pageSize ? 0 : range.pages + 1
    this.#tell()
    return page
  }

  /** The page has been compared. False when it was the last of the range. */
  goOn(range: TakenRange, page: readonly { threadId: string }[]): boolean {
    const isLast = page.length < pageSize
    if (isLast) this.#left = this.#left.filter(other => other !== range)
    else Object.assign(range, { after: range.head, head: undefined })
    return !isLast
  }

  /** Leaves what is left of it to others. */
  release(range: TakenRange): void {
    range.isTaken = false
    range.head = undefined
    this.#tell()
  }

  #tell(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }

  /** Of the range that has proved the longest. */
  #half(): TakenRange | undefined {
    const long = this.#left.filter(({ pages }) => pages > 0).toSorted((a, b) => b.pages - a.pages)
    for (const range of long) {
      const { until } = range
      const middle = between(range.head ?? range.after ?? '', until)
      if (middle === undefined) continue
      const half = { after: middle, until, isTaken: false, pages: 0 }
      Object.assign(range, { until: middle, pages: Math.ceil(range.pages / 2) })
      this.#left.push(half)
      return half
    }
    return undefined
  }
}
