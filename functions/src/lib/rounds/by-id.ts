import * as z from 'zod'
import { isDocumentId } from '../identifiers.ts'
import { optional } from '../shapes.ts'
import type { Run, Walk } from './round.ts'

/** How far a round has come that goes through documents in the order of their ids. */
export const idCheckpoint = z.object({
  /** The last one that was dealt with; absent at the start of a round. */
  after: optional(z.string().refine(isDocumentId)),
  /** When the round began. */
  startedAt: optional(z.date()),
})
export type IdCheckpoint = z.infer<typeof idCheckpoint>

/** The same of a round whose pages are taken before: with the time at which that was. */
export const takenCheckpoint = idCheckpoint.extend({ at: optional(z.date()) })

interface Listing<Piece> {
  pageSize: number
  /** At most that many, after the one id and up to the other. */
  page(after: string | undefined, limit: number, until: string | undefined): Promise<readonly Piece[]>
  idOf(piece: Piece): string
  /** When the round is over, goes on with those of the next one that come before where it began. */
  wraps?: boolean
}

/** To the end of the round. */
export function walkById<Piece>(
  { after, startedAt }: IdCheckpoint = {},
  { startedAt: now }: Pick<Run, 'startedAt'>,
  { pageSize, page, idOf, wraps = false }: Listing<Piece>,
): Walk<IdCheckpoint, Piece> {
  let checkpoint: IdCheckpoint = { after, startedAt: (after === undefined ? undefined : startedAt) ?? now }
  const stretches: (string | undefined)[] = [undefined, ...(wraps && after !== undefined ? [after] : [])]
  const next = async () => {
    if (stretches.length === 0) return undefined
    const pieces = await page(checkpoint.after, pageSize, stretches[0])
    const end = (dealtWith: number) => {
      const last = pieces[dealtWith - 1]
      if (dealtWith === pieces.length && dealtWith < pageSize) {
        stretches.shift()
        checkpoint = { after: undefined, startedAt: stretches.length > 0 ? now : checkpoint.startedAt }
      } else if (last !== undefined) checkpoint = { ...checkpoint, after: idOf(last) }
    }
    return { pieces, end }
  }
  return { checkpoint: () => checkpoint, next }
}
