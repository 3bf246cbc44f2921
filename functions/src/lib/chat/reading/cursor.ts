import type { Actor } from '../../actor.ts'
import { unknownCursor } from '../../cursor.ts'
import type { Seal } from '../../seal.ts'
import type { StoredMessage } from '../message.ts'

/** A message's position in its thread, with full stored precision. */
export interface Position {
  /** Since the epoch. */
  seconds: number
  nanoseconds: number
  messageId: string
}

/** Firestore's range of times: years 1 to 9999. */
export const firstSecond = -62_135_596_800
export const lastSecond = 253_402_300_799

const parts = /^(-?\d{1,12})\.(\d{1,9})\.(.+)$/s

/** Who may use a cursor, and where. */
interface Reading {
  actor: Pick<Actor, 'uid'>
  threadId: string
}

const useOf = ({ actor, threadId }: Reading): string => JSON.stringify([threadId, actor.uid])

/** The position for the next page. It may be that of a hidden message, so it is sealed. */
export const toCursor = (
  { cursors }: { cursors: Seal },
  reading: Reading,
  { seconds, nanoseconds, messageId }: Position,
): Promise<string> => cursors.seal(`${seconds}.${nanoseconds}.${messageId}`, useOf(reading))

/** The position of a cursor. Throws `validation-failed` unless we gave it for this thread and reader. */
export async function fromCursor(
  { cursors }: { cursors: Seal },
  reading: Reading,
  cursor: string,
): Promise<Position> {
  const text = await cursors.open(cursor, useOf(reading))
  const [, seconds, nanoseconds, messageId] = parts.exec(text ?? '') ?? []
  if (messageId === undefined) throw unknownCursor('before')
  return { seconds: Number(seconds), nanoseconds: Number(nanoseconds), messageId }
}

export interface PlacedMessage {
  /** Undefined if the stored message is invalid. */
  message: StoredMessage | undefined
  position: Position
}

/** A range of a thread: `limit` messages older than a position. */
export interface Stretch {
  limit: number
  before?: Position | undefined
}
