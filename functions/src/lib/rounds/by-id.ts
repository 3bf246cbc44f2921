import * as z from 'zod'
import { isDocumentId } from '../identifiers.ts'
import { optional } from '../shapes.ts'
import type { Page, Run } from './round.ts'

export const idCheckpoint = z.object({
  after: optional(z.string().refine(isDocumentId)),
  startedAt: optional(z.date()),
})
export type IdCheckpoint = z.infer<typeof idCheckpoint>

interface Listing<Piece> {
  /** 0 reads no page. */
  pageSize(): number
  page(after: string | undefined, limit: number, until: string | undefined): Promise<readonly Piece[]>
  idOf(piece: Piece): string
  /** After its end the round continues with the next, up to its own start. */
  wraps?: boolean
}

interface PageById<Piece> extends Page<IdCheckpoint, Piece> {
  reached(dealtWith: number): IdCheckpoint
}

export async function* pagesById<Piece>(
  { after: begin, startedAt: roundStart }: IdCheckpoint = {},
  { startedAt: now }: Pick<Run, 'startedAt'>,
  { pageSize, page, idOf, wraps = false }: Listing<Piece>,
): AsyncGenerator<PageById<Piece>> {
  let [after, startedAt] = [begin, (begin === undefined ? undefined : roundStart) ?? now]
  for (const until of wraps && begin !== undefined ? [undefined, begin] : [undefined]) {
    for (let size = pageSize(); size > 0; size = pageSize()) {
      const pieces = await page(after, size, until)
      const isLast = pieces.length < size
      const next = isLast && wraps && until === undefined && begin !== undefined ? now : startedAt
      const place = { after, startedAt }
      yield {
        pieces,
        reached(dealtWith) {
          if (isLast && dealtWith === pieces.length) return { after: undefined, startedAt: next }
          const last = pieces[dealtWith - 1]
          return last === undefined ? place : { ...place, after: idOf(last) }
        },
      }
      const last = pieces.at(-1)
      after = isLast || last === undefined ? undefined : idOf(last)
      startedAt = next
      if (isLast) break
    }
  }
}
