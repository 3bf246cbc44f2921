import * as z from 'zod'
import { between } from './between.ts'
import type { Page, Run } from './round.ts'

/** Documents by their ids: those after the one up to the other, or from the first on and to the last. */
export const idRange = z.object({ after: z.string().optional(), until: z.string().optional() })
export type IdRange = z.infer<typeof idRange>

/** A range, while somebody has a page of it in hand or nobody has. */
interface HeldRange extends IdRange {
  isTaken: boolean
  /** The last document of the page in hand, once that is known. */
  head?: string | undefined
  /** Full pages that were read of it, fewer each time it is halved. */
  pages: number
}

interface Listing<Listed> {
  pageSize: number
  /** At most that many, after the one id and up to the other. */
  page(after: string | undefined, limit: number, until: string | undefined): Promise<readonly Listed[]>
  idOf(listed: Listed): string
}

/**
 * What is left of a round over all documents of a kind, for readers side by side. Nobody knows how ids are spread, so
 * it begins as one range; who has nothing to do takes half of what another one has still before it. A page is one
 * piece.
 */
export class IdRanges<Listed> {
  readonly #run: Pick<Run, 'isOn'>
  readonly #listing: Listing<Listed>
  #left: HeldRange[]
  #news = Promise.withResolvers<void>()

  constructor(left: readonly IdRange[], run: Pick<Run, 'isOn'>, listing: Listing<Listed>) {
    this.#left = left.map(range => ({ ...range, isTaken: false, pages: 0 }))
    this.#run = run
    this.#listing = listing
  }

  get left(): IdRange[] {
    return this.#left.map(({ after, until }) => ({
      ...(after !== undefined && { after }),
      ...(until !== undefined && { until }),
    }))
  }

  /**
   * The next page of a range that nobody has in hand. Waits for one; undefined when nothing is left, or the run is
   * over.
   */
  async next(): Promise<Page<readonly Listed[]> | undefined> {
    const range = await this.#take()
    if (!range) return undefined
    try {
      const page = await this.#read(range)
      const end = (dealtWith: number) => {
        if (dealtWith > 0) this.#goOn(range, page)
        this.#release(range)
      }
      return { pieces: [page], end }
    } catch (error) {
      this.#release(range)
      throw error
    }
  }

  async #take(): Promise<HeldRange | undefined> {
    while (this.#left.length > 0 && this.#run.isOn()) {
      const range = this.#left.find(({ isTaken }) => !isTaken) ?? this.#half()
      if (range) {
        range.isTaken = true
        return range
      }
      await this.#news.promise
    }
    return undefined
  }

  async #read(range: HeldRange): Promise<readonly Listed[]> {
    const { pageSize, page, idOf } = this.#listing
    const listed = await page(range.after, pageSize, range.until)
    // Meanwhile others may have taken half of it.
    const { until } = range
    const own = listed.filter(one => until === undefined || idOf(one) <= until)
    const last = own.at(-1)
    range.head = last && idOf(last)
    range.pages = own.length < pageSize ? 0 : range.pages + 1
    this.#tell()
    return own
  }

  #goOn(range: HeldRange, page: readonly Listed[]): void {
    if (page.length < this.#listing.pageSize) this.#left = this.#left.filter(other => other !== range)
    else range.after = range.head
  }

  /** Leaves what is left of it to others. */
  #release(range: HeldRange): void {
    range.isTaken = false
    range.head = undefined
    this.#tell()
  }

  #tell(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }

  /** Of the range that has proved the longest. */
  #half(): HeldRange | undefined {
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
