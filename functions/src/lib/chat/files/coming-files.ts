import type { ChannelName } from '../channels/names.ts'
import type { MessageFile, StoredMessage } from '../message.ts'
import type { FileRecord } from './ports.ts'

/** A file that somebody else has and that is to be fetched. */
export interface ComingFile {
  fileId: string
  record: FileRecord
}

export const comingIds = (messageId: string, addresses: readonly string[]): string[] =>
  addresses.map((_, at) => `in-${messageId}-${at}`)

type Arrived = Pick<StoredMessage, 'messageId' | 'threadId' | 'authorId'>

/** The files of a message that came in by addresses that end: due to be fetched at once. */
export const comingFiles = (
  { messageId, threadId, authorId: by }: Arrived,
  channel: ChannelName,
  addresses: readonly string[],
  now: Date,
): ComingFile[] =>
  comingIds(messageId, addresses).map((fileId, at) => ({
    fileId,
    record: {
      ...{ threadId, messageId, by, createdAt: now, state: 'coming' as const, fetchAt: now },
      ...{ name: `attachment-${at + 1}`, type: 'application/octet-stream', size: 0 },
      ...{ channel, url: addresses[at] ?? '' },
    },
  }))

/** As the message shows them until they are there. */
export const shownAs = (files: readonly ComingFile[]): MessageFile[] =>
  files.map(({ fileId, record: { name, type, size } }) => ({ fileId, name, type, size }))
