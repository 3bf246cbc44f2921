import * as z from 'zod'
import type { ListedMessage, Messenger } from '../../lib/chat/delivery/provider.ts'
import { type RefusalReason, SendRefusedError } from '../../lib/chat/delivery/refusal.ts'
import { MessagesNotInstalled, type OtaFiles, type OtaMessage } from '../../lib/chat/ota/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { baseUrl } from '../base-url.ts'
import { malformedReply } from '../provider-failure.ts'
import { type ChannelManagerConfig, channelManagerClient, dataOf, provider, type Refused } from './client.ts'
import { messageAt, relationships } from './message-replies.ts'
import { eachPage } from './pages.ts'

const accepted = dataOf(z.object({ id: z.string().min(1), relationships }))
const uploaded = dataOf(z.object({ id: z.string().min(1) })).transform(({ id }) => id)

/** The channel manager has neither idempotency keys nor states of a send: no repetition after `unknown`. */
export function otaMessenger(config: ChannelManagerConfig): Messenger & OtaFiles {
  const client = channelManagerClient(config)
  const message = messageAt(baseUrl(config.url))
  let ownUserId: string | undefined

  async function post(to: string, content: object) {
    const { id: providerMessageId, relationships: of } = await client({
      method: 'POST',
      path: messagesOf(to),
      effect: 'write',
      body: { message: content },
      reply: accepted,
      onRefusal: throwRefusedSend,
    })
    if (!isOf(to, of.message_thread)) throw malformedReply(provider)
    ownUserId = of.user ?? ownUserId
    return { providerMessageId }
  }

  const mayBeOurs = ({ sender, userId }: OtaMessage): boolean =>
    sender === 'property' && (userId === null || ownUserId === undefined || userId === ownUserId)

  const files: OtaFiles = {
    upload: ({ bytes, name, type }) =>
      client({
        method: 'POST',
        path: ['attachments'],
        effect: 'read',
        body: {
          attachment: {
            file: Buffer.from(bytes).toString('base64'),
            file_name: ascii(name),
            file_type: type,
          },
        },
        reply: uploaded,
        onRefusal: throwRefusedSend,
      }),

    // The channel manager drops a file beside a text.
    sendFile: (to, fileId) => post(to, { attachment_id: fileId }),
  }

  return {
    ...files,
    send: async ({ to, content }) =>
      'file' in content
        ? files.sendFile(to, await files.upload(content.file))
        : post(to, { message: textOf(content) }),
    statusOf: async providerMessageId => ({ providerMessageId, status: 'sent' }),

    async sentTo(_, to, since) {
      const matches: ListedMessage[] = []
      const list = { path: messagesOf(to), row: message, onRefusal: throwPlain }
      for await (const rows of eachPage(client, list)) {
        const recent = rows.filter(({ at }) => at >= since)
        const own = recent.filter(({ conversationId }) => isOf(to, conversationId))
        matches.push(
          ...own.filter(mayBeOurs).map(
            ({ id, text, at }): ListedMessage => ({
              providerMessageId: id,
              status: 'sent',
              body: text,
              createdAt: at,
            }),
          ),
        )
        // Messages come newest first.
        if (recent.length < rows.length) break
      }
      return matches
    },
  }
}

const ofBooking = 'booking/'

/** A booking's conversation id is unknown. */
const isOf = (to: string, conversationId: string | null): boolean =>
  to.startsWith(ofBooking) || conversationId === null || conversationId === to

const messagesOf = (to: string): string[] =>
  to.startsWith(ofBooking)
    ? ['bookings', to.slice(ofBooking.length), 'messages']
    : ['message_threads', to, 'messages']

function textOf(content: Parameters<Messenger['send']>[0]['content']): string {
  if ('text' in content && !content.mediaUrls?.length) return content.text.trim()
  throw new SendRefusedError(provider, { reason: 'content-not-allowed' }, 'takes a text by itself only')
}

/** A missing application is not the fault of our key or the lane. */
function throwPlain(refused: Refused): undefined {
  if (isNotInstalled(refused)) throw new ProviderError(provider, 'permanent', 'has no Messages application')
}

/** Other characters fail the upload. */
const ascii = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["/\\]/g, '')
    .trim()
  return /^[^.]+\./.test(plain) ? plain : `file${plain.replace(/^[^.]*/, '')}`
}

/** A proxy's 403 has another code. */
const isNotInstalled = ({ status, errors }: Refused): boolean => status === 403 && errors.code === 'forbidden'

export function throwIfNotInstalled(refused: Refused): undefined {
  if (isNotInstalled(refused)) throw new MessagesNotInstalled('the property has no Messages application')
}

/** A 422 has these words in title or details. */
const byWords: readonly (readonly [RefusalReason, RegExp])[] = [
  ['ota-without-messages', /not.?supported/i],
  ['ota-no-conversation', /thread.?id is not available/i],
  ['ota-channel-inactive', /inactive|not active/i],
  ['ota-window-over', /window/i],
  ['too-long', /too long/i],
  ['content-not-allowed', /attachment|blank|empty/i],
]

function reasonOf(refused: Refused): RefusalReason | undefined {
  const { status, errors } = refused
  if (isNotInstalled(refused)) return 'messages-not-installed'
  if (status === 404 && errors.code !== undefined) return 'ota-conversation-gone'
  return byWords.find(([, words]) => words.test(errors.words))?.[0]
}

/** A refusal of our key, or one that may pass, stays as it is. */
function throwRefusedSend(refused: Refused): undefined {
  const { status, errors, error } = refused
  if (error.kind !== 'permanent' || status === 401) return
  if (status === 403 && !isNotInstalled(refused)) return
  const words = error.message.replace(`${provider}: `, '')
  const refusal = { reason: reasonOf(refused), providerCode: errors.code }
  // With 403 a missing application would look like a refusal of our key.
  throw new SendRefusedError(provider, refusal, words, status === 403 ? {} : { status })
}
