import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { authorizeReading, mayReadMessage } from '../access.ts'
import type { ChannelName } from '../channel-names.ts'
import { isChannel } from '../channel-types.ts'
import { fileName, safeType } from '../file-type.ts'
import type { FileAddress, MediaFile } from '../media-source.ts'
import type { StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { messageInThread } from '../stored-messages.ts'
import { notHandedOut } from './storage-failure.ts'

type Deps = Needs<'carriers' | 'store'>

export interface OpenedAttachment extends MediaFile {
  fileName: string
}

const maxBytes = 20 * 1024 * 1024

/**
 * Throws `thread-not-found`, `not-found`, `rate-limited`, `payload-too-large`, `provider-unavailable` or
 * `provider-timeout`.
 */
export async function openAttachment(
  deps: Deps,
  actor: Actor,
  { index, ...ref }: MessageRef & { index: number },
): Promise<OpenedAttachment> {
  const inThread = await messageInThread(deps.store, ref)
  authorizeReading(actor, ref.threadId, inThread.thread?.value)
  const message = inThread.message?.value
  const isHidden = message !== undefined && !mayReadMessage(actor, message)
  const sent = isHidden ? undefined : sentBy(message, index)
  if (!sent) throw notFound()
  const file = await deps.carriers[sent.channel].media.open(sent.file, maxBytes).catch(notHandedOut)
  if (!file) throw notFound()
  if (file === 'too-large')
    throw new DomainError('payload-too-large', 'The attachment is too large to be shown here.')
  const contentType = safeType(file.contentType)
  return { contentType, bytes: file.bytes, fileName: fileName(index, contentType) }
}

/** Only our readers of vendors write `metadata`; a post may name any source, provider's id and address. */
function sentBy(
  message: StoredMessage | undefined,
  index: number,
): { channel: ChannelName; file: FileAddress } | undefined {
  const { source: channel, externalMessageId: providerMessageId, metadata } = message ?? {}
  const url = message?.attachments?.[index]
  if (!isChannel(channel) || url === undefined || providerMessageId === undefined || !metadata)
    return undefined
  return { channel, file: { url, providerMessageId } }
}

const notFound = (): DomainError => new DomainError('not-found', 'There is no such attachment.')
