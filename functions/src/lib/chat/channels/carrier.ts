import type { MediaSource } from '../attachments/media-source.ts'
import type { Messenger } from '../delivery/provider.ts'

/** Who carries a channel's messages. */
export interface Carrier {
  messenger: Messenger
  media: MediaSource
  /** Whether a file's address is one of the carrier's. */
  isCarriers(url: string): boolean
}
