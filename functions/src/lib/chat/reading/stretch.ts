import type { StoredMessage } from '../message.ts'
import type { Position } from './cursor.ts'

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
