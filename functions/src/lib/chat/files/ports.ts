import * as z from 'zod'
import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import { channelNames } from '../channels/names.ts'

/** The bytes of files by their ids. Repeating a call changes nothing. Throws ProviderError. */
export interface Files {
  store(fileId: string, file: { type: string; bytes: Buffer }): Promise<void>
  /** Undefined where there is none. */
  stat(fileId: string): Promise<{ size: number } | undefined>
  open(fileId: string): Promise<AsyncIterable<Uint8Array> | undefined>
  remove(fileId: string): Promise<void>
}

/**
 * `files/{fileId}`: of a file that is being uploaded, lies ready for a message, is used by one, is kept by a canned reply,
 * or is being taken away; or that came in and is to be fetched, or could not be.
 */
export const storedFile = z.looseObject({
  /** Empty for what a canned reply keeps, which is of no thread. */
  threadId: z.string(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Who uploaded it, which they alone may use. */
  by: z.string(),
  createdAt: z.date(),
  state: z.enum(['uploading', 'ready', 'used', 'kept', 'going', 'coming', 'lost']),
  messageId: z.string().optional(),
  /** When it is taken away: a day after its upload where no message uses it, else with its message. */
  dueAt: z.date().optional(),
  /** Of what came in: by which channel, where it is, how often it was tried, and when it is fetched. */
  channel: z.enum(channelNames).optional(),
  url: z.string().optional(),
  attempts: z.number().optional(),
  fetchAt: z.date().optional(),
})
export type FileRecord = z.infer<typeof storedFile>

/** Each call is one round trip. */
export interface FileRecords {
  read(fileId: string): Promise<Versioned<FileRecord> | undefined>
  /** Without a revision only if there is none, else only if it is unchanged. */
  put(
    fileId: string,
    revision: Revision | undefined,
    record: FileRecord,
    extras?: CommitExtras,
  ): Promise<Commit<Revision>>
  remove(fileId: string, revision: Revision): Promise<Commit<Revision>>
}
