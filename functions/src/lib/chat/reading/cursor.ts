import type { Actor } from '../../actor.ts'
import { unknownCursor } from '../../cursor.ts'
import type { Seal } from '../../ports.ts'
import { Moment } from '../../store.ts'

/** With full stored precision. */
export interface Position {
  at: Moment
  messageId: string
}

const parts = /^(-?\d{1,12})\.(\d{1,9})\.(.+)$/s

interface Reading {
  actor: Pick<Actor, 'uid'>
  threadId: string
}

const useOf = ({ actor, threadId }: Reading): string => JSON.stringify([threadId, actor.uid])

/** Sealed, since it may name a hidden message. */
export const toCursor = (
  { cursors }: { cursors: Seal },
  reading: Reading,
  { at, messageId }: Position,
): Promise<string> => cursors.seal(`${at.seconds}.${at.nanoseconds}.${messageId}`, useOf(reading))

/** Throws `validation-failed` for another thread's or reader's cursor. */
export async function fromCursor(
  { cursors }: { cursors: Seal },
  reading: Reading,
  cursor: string,
): Promise<Position> {
  const text = await cursors.open(cursor, useOf(reading))
  const [, seconds, nanoseconds, messageId] = parts.exec(text ?? '') ?? []
  if (messageId === undefined) throw unknownCursor('before')
  return { at: new Moment(Number(seconds), Number(nanoseconds)), messageId }
}
