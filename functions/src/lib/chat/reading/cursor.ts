import * as z from 'zod'
import { isDocumentId } from '../../identifiers.ts'
import type { StoredMessage } from '../message.ts'

/** Where a message stands in its thread, as exactly as it is stored. */
export interface Position {
  /** Since the epoch. */
  seconds: number
  nanoseconds: number
  messageId: string
  /** How often a whole page after it was nothing but messages that its reader may not see. */
  passedOver?: number | undefined
}

/** What Firestore can store as a time: years 1 to 9999. */
export const firstSecond = -62_135_596_800
export const lastSecond = 253_402_300_799

/** After every message. */
export const end: Position = { seconds: lastSecond, nanoseconds: 999_999_999, messageId: '~' }

const parts = /^(?:(\d{1,3})~)?(-?\d{1,12})\.(\d{1,9})\.(.+)$/s

/** The position as text that is safe in an address. */
export function toCursor({ seconds, nanoseconds, messageId, passedOver }: Position): string {
  const times = passedOver ? `${passedOver}~` : ''
  return Buffer.from(`${times}${seconds}.${nanoseconds}.${messageId}`).toString('base64url')
}

/** A cursor that `toCursor` gave; anything else does not parse. */
export const cursor = z.string().transform((text, context): Position => {
  const position = fromCursor(text)
  if (position) return position
  context.addIssue({ code: 'custom', message: 'must be the nextCursor of an earlier page' })
  return z.NEVER
})

function fromCursor(text: string): Position | undefined {
  const [, passedOver, seconds, nanoseconds, messageId] =
    parts.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (messageId === undefined || !isDocumentId(messageId)) return undefined
  const position = {
    seconds: Number(seconds),
    nanoseconds: Number(nanoseconds),
    messageId,
    ...(passedOver !== undefined && { passedOver: Number(passedOver) }),
  }
  const isTime = position.seconds >= firstSecond && position.seconds <= lastSecond
  return isTime && toCursor(position) === text ? position : undefined
}

export interface PlacedMessage {
  /** Undefined when what is stored is not as it should be. */
  message: StoredMessage | undefined
  position: Position
}

/** A stretch of a thread: that many messages, older than that position, without the first so many after it. */
export interface Stretch {
  limit: number
  skip?: number | undefined
  before?: Position | undefined
}
