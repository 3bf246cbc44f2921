import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { countBytes } from '../../request-limit.ts'
import { authorizeReading, mayReadMessage } from '../access.ts'
import { notHandedOut } from '../attachments/storage-failure.ts'
import { messageAt } from '../stored-messages.ts'
import { threads } from '../thread-writes.ts'
import { type FileRecord, files } from './model.ts'

type Deps = Needs<'files' | 'requestTally' | 'rules' | 'store'>

export interface OpenedFile extends Pick<FileRecord, 'name' | 'type' | 'size'> {
  /** Throws ProviderError where the file breaks off. */
  bytes: AsyncIterable<Uint8Array>
}

/** Throws `thread-not-found`, `not-found`, `rate-limited`, `provider-unavailable` or `provider-timeout`. */
export async function openFile(
  deps: Deps,
  actor: Actor,
  { threadId, fileId }: { threadId: string; fileId: string },
): Promise<OpenedFile> {
  const { thread, stored } = await deps.store.get({ thread: threads.at(threadId), stored: files.at(fileId) })
  authorizeReading(actor, threadId, thread?.value)
  const file = stored?.value
  if (file?.threadId !== threadId || !(await mayOpen(deps, actor, file))) throw noSuchFile()
  if (file.state === 'coming') throw stillComing()
  countBytes(deps, actor, 'GET', file.size)
  return opened(deps, fileId, file)
}

/** Throws `not-found` without the bytes. */
export async function opened(
  { files }: Pick<Deps, 'files'>,
  fileId: string,
  { name, type, size }: FileRecord,
): Promise<OpenedFile> {
  const bytes = await files.open(fileId).catch(notHandedOut)
  if (!bytes) throw noSuchFile()
  return { name, type, size, bytes }
}

/** Throws ProviderError, permanent for a missing file. */
export async function bytesOf({ files }: Pick<Deps, 'files'>, fileId: string): Promise<Buffer> {
  const stream = await files.open(fileId)
  if (!stream) throw new ProviderError('storage', 'permanent', 'the file is gone')
  return wholeOf(stream)
}

export async function wholeOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function mayOpen({ store }: Pick<Deps, 'store'>, actor: Actor, file: FileRecord): Promise<boolean> {
  const { threadId, messageId } = file
  if (messageId === undefined) return file.state === 'ready' && file.by === actor.uid
  const message = await store.read(messageAt({ threadId, messageId }))
  return message !== undefined && mayReadMessage(actor, message.value)
}

const stillComing = (): DomainError =>
  new DomainError('provider-unavailable', 'The file is still being fetched.', {
    nextAction: 'Try again in a minute.',
  })

export const noSuchFile = (): DomainError => new DomainError('not-found', 'There is no such file.')
