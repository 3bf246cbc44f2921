import * as z from 'zod'
import { defined } from '../../documents.ts'
import type { Revision } from '../../ports.ts'
import { collection, create, endOf, patch, put, type Write, without } from '../../store.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import type { MessageFile, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'

/** Idempotent. Throws ProviderError. */
export interface Files {
  store(fileId: string, file: { type: string; bytes: Buffer }): Promise<void>
  stat(fileId: string): Promise<{ size: number } | undefined>
  open(fileId: string): Promise<AsyncIterable<Uint8Array> | undefined>
  remove(fileId: string): Promise<void>
}

/**
 * Upload: `uploading`, `ready`, `used` or `kept` (canned reply), then `going`; inbound: `coming`, `used` or `lost`.
 */
const storedFile = z.looseObject({
  /** Empty for a canned reply's file. */
  threadId: z.string(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Only the uploader may use the file. */
  by: z.string(),
  createdAt: z.date(),
  state: z.enum(['uploading', 'ready', 'used', 'kept', 'going', 'coming', 'lost']),
  messageId: z.string().optional(),
  /** A day after an unused upload, else the message's end. */
  dueAt: z.date().optional(),
  /** Inbound files only, as the following. */
  channel: z.enum(channelNames).optional(),
  url: z.string().optional(),
  attempts: z.number().optional(),
  fetchAt: z.date().optional(),
})
export type FileRecord = z.infer<typeof storedFile>

export interface ComingFile {
  fileId: string
  record: FileRecord
}

export const comingIds = (messageId: string, addresses: readonly string[]): string[] =>
  addresses.map((_, at) => `in-${messageId}-${at}`)

type Arrived = Pick<StoredMessage, 'messageId' | 'threadId' | 'authorId'>

/** Inbound addresses expire. */
export const comingFiles = (
  { messageId, threadId, authorId: by }: Arrived,
  channel: ChannelName,
  addresses: readonly string[],
  now: Date,
): ComingFile[] =>
  comingIds(messageId, addresses).map((fileId, at) => ({
    fileId,
    record: {
      threadId,
      messageId,
      by,
      createdAt: now,
      state: 'coming' as const,
      fetchAt: now,
      name: `attachment-${at + 1}`,
      type: 'application/octet-stream',
      size: 0,
      channel,
      url: addresses[at] ?? '',
    },
  }))

export const shownAs = (files: readonly ComingFile[]): MessageFile[] =>
  files.map(({ fileId, record: { name, type, size } }) => ({ fileId, name, type, size }))

export const files = collection('files/{fileId}', storedFile)

interface ReadFile {
  fileId: string
  revision: Revision
}

export const fileWrite = (fileId: string, revision: Revision | undefined, record: FileRecord): Write =>
  put(files.at(fileId), { ...(revision && without(['dueAt', 'fetchAt'])), ...defined(record) }, revision)

export const comingWrites = (coming: readonly ComingFile[], receivedAt: Date): Write[] =>
  coming.map(({ fileId, record }) =>
    create(files.at(fileId), { ...record, dueAt: endOf('messages', receivedAt) }),
  )

export const keepingWrite = ({ fileId, revision }: ReadFile): Write =>
  patch(files.at(fileId), { state: 'kept', threadId: '', ...without(['dueAt']) }, revision)

export const releasingWrite = (fileId: string, at: Date): Write =>
  patch(files.at(fileId), { state: 'going', dueAt: at })

export const bindingWrite = (
  { fileId, revision }: ReadFile,
  { messageId, createdAt }: MessageRef & { createdAt: Date },
): Write =>
  patch(files.at(fileId), { state: 'used', messageId, dueAt: endOf('messages', createdAt) }, revision)
