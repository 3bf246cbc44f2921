import type { Actor } from '../../actor.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import type { StoredMessage } from '../message.ts'
import type { MessageRef, Messages } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { mayRead, mayReadMessage } from '../reading/read-policy.ts'
import { fileName, safeType } from './file-type.ts'

export interface OpenAttachmentDeps {
  messages: Pick<Messages, 'inThread'>
  media(): Promise<MediaSource>
}

export interface OpenedAttachment extends MediaFile {
  fileName: string
}

const maxBytes = 20 * 1024 * 1024

/**
 * Opens an attachment that a guest sent, for who may read the thread. Throws `thread-not-found` for everybody else,
 * `not-found` for what is no file of that very message at the provider, `payload-too-large`, `provider-unavailable` or `provider-timeout`.
 */
export async function openAttachment(
  deps: OpenAttachmentDeps,
  actor: Actor,
  { index, ...ref }: MessageRef & { index: number },
): Promise<OpenedAttachment> {
  const found = await deps.messages.inThread(ref)
  const [thread, message] = [found.thread?.value, found.message?.value]
  if (!thread || !mayRead(actor, thread)) throw threadNotFound(ref.threadId)
  const isHidden = message !== undefined && !mayReadMessage(actor, message)
  const address = isHidden ? undefined : addressIn(message, index)
  if (!address) throw notFound()
  const media = await deps.media()
  const file = await media.open(address, maxBytes).catch(failed)
  if (!file) throw notFound()
  if (file === 'too-large')
    throw new DomainError('payload-too-large', 'The attachment is too large to be shown here.')
  const contentType = safeType(file.contentType)
  return { contentType, bytes: file.bytes, fileName: fileName(index, contentType) }
}

const inboundSources = ['chatapp', 'sms']

/** Of what a guest sent only: anybody may post any address as an attachment of a message of their own. */
function addressIn(message: StoredMessage | undefined, index: number): FileAddress | undefined {
  const url = message?.attachments?.[index]
  const providerMessageId = message?.externalMessageId
  if (!message || !inboundSources.includes(message.source)) return undefined
  return url !== undefined && providerMessageId !== undefined ? { url, providerMessageId } : undefined
}

const notFound = (): DomainError => new DomainError('not-found', 'There is no such attachment.')

function failed(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  throw new DomainError(
    error.timedOut ? 'provider-timeout' : 'provider-unavailable',
    'The provider did not hand out the attachment.',
    { nextAction: 'Try again in a few minutes.', cause: error },
  )
}

/** A file at the provider, on its way to us. */
export interface MediaFile {
  /** As the provider tells it. */
  contentType: string
  /** Throws ProviderError when the file breaks off or turns out to be larger than was asked for. */
  bytes: AsyncIterable<Uint8Array>
}

/** A file as a message names it, and the provider's id of that message. */
export interface FileAddress {
  url: string
  providerMessageId: string
}

/** The files of messages at the provider. */
export interface MediaSource {
  /**
   * Undefined when there is no such file, or the address is not that of a file of that message; `too-large`
   * when it has more than that many bytes. Throws ProviderError.
   */
  open(file: FileAddress, maxBytes: number): Promise<MediaFile | 'too-large' | undefined>
}
