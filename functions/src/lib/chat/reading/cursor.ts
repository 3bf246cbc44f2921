import * as z from 'zod'
import { isDocumentId } from '../../identifiers.ts'

/** Where a message stands in its thread, as exactly as it is stored. */
export interface Position {
  /** Since the epoch. */
  seconds: number
  nanoseconds: number
  messageId: string
}

/** What Firestore can store as a time: years 1 to 9999. */
const firstSecond = -62_135_596_800
const lastSecond = 253_402_300_799
const parts = /^(-?\d{1,12})\.(\d{1,9})\.(.+)$/s

/** The position as text that is safe in an address. */
export const toCursor = ({ seconds, nanoseconds, messageId }: Position): string =>
  Buffer.from(`${seconds}.${nanoseconds}.${messageId}`).toString('base64url')

/** A cursor that `toCursor` gave; anything else does not parse. */
export const cursor = z.string().transform((text, context): Position => {
  const position = fromCursor(text)
  if (position) return position
  context.addIssue({ code: 'custom', message: 'must be the nextCursor of an earlier page' })
  return z.NEVER
})

function fromCursor(text: string): Position | undefined {
  const [, seconds, nanoseconds, messageId] = parts.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (messageId === undefined || !isDocumentId(messageId)) return undefined
  const position = { seconds: Number(seconds), nanoseconds: Number(nanoseconds), messageId }
  const isTime = position.seconds >= firstSecond && position.seconds <= lastSecond
  return isTime && toCursor(position) === text ? position : undefined
}
