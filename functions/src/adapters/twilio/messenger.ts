import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import * as z from 'zod'
import type { ChannelName } from '../../lib/chat/channel-names.ts'
import type { ListedMessage, Messenger, OutgoingContent } from '../../lib/chat/delivery/provider.ts'
import { SendRefusedError } from '../../lib/chat/delivery/refusal.ts'
import { ProviderError } from '../../lib/errors.ts'
import { optional } from '../../lib/shapes.ts'
import { malformedReply, readReply } from '../provider-failure.ts'
import { addressOn, isAddressed, ownAddress } from './addresses.ts'
import { type ListPage, type TwilioAccount, throwProviderError, twilioClient } from './client.ts'
import { callbackPath, refusalOf, stageOf } from './refusals.ts'

export interface TwilioConfig extends TwilioAccount {
  chatappSender: string
  /** E.164. */
  smsSender: string
  /** Empty: no status callbacks. */
  publicUrl: string
  templates: Readonly<Record<string, string>>
}

const sid = z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/)
const to = optional(z.string())
const accepted = z.object({ sid, to })
const listed = z.object({
  sid,
  to,
  status: z.string(),
  body: z.string().nullable(),
  direction: z.string(),
  dateCreated: z.date(),
  errorCode: z.number().nullable(),
})

/** Twilio retries three times; the fragment is not signed. */
const callAgain = '#rc=3&rp=all'
const pageSize = 100

/** Twilio has no idempotency keys: no repetition after `unknown`. */
export function twilioMessenger(config: TwilioConfig): Messenger {
  const client = twilioClient(config)
  const addresses = (channel: ChannelName, to: string) => ({
    to: addressOn(channel, to),
    from: addressOn(channel, ownAddress(config, channel)),
  })
  const firstPage = (channel: ChannelName, to: string): Promise<ListPage<MessageInstance>> =>
    client.messages.page({ ...addresses(channel, to), pageSize }).catch(throwProviderError)
  const origin = config.publicUrl.replace(/\/$/, '')
  return {
    async send({ channel, to, content, send }) {
      const created = await client.messages
        .create({
          ...addresses(channel, to),
          ...contentOf(content, config.templates),
          ...(origin && { statusCallback: origin + callbackPath(send) + callAgain }),
        })
        .catch(refusedSend)
      const { sid: providerMessageId, to: recipient } = readReply('twilio', accepted, created)
      requireTo(recipient, to)
      return { providerMessageId }
    },

    async statusOf(providerMessageId) {
      const { message } = parsedEntry(
        await client.messages(providerMessageId).fetch().catch(throwProviderError),
      )
      if (message.providerMessageId !== providerMessageId) throw malformedReply('twilio')
      return message
    },

    async sentTo(channel, to, since) {
      const matches: ListedMessage[] = []
      let page = await firstPage(channel, to)
      for (;;) {
        const entries = page.instances.map(parsedEntry)
        for (const entry of entries) requireTo(entry.to, to)
        const recent = entries.filter(entry => entry.createdAt >= since)
        matches.push(...recent.flatMap(entry => (entry.isOurs ? [entry.message] : [])))
        // Messages come newest first.
        const next = recent.length === entries.length ? page.nextPage() : undefined
        if (!next) return matches
        page = await next.catch(throwProviderError)
      }
    },
  }
}

function refusedSend(error: unknown): never {
  if (!(error instanceof ProviderError) || error.kind !== 'permanent') return throwProviderError(error)
  const { provider, message, status, providerCode } = error
  const words = message.replace(`${provider}: `, '')
  throw new SendRefusedError(provider, refusalOf(providerCode), words, status === undefined ? {} : { status })
}

const contentSidInvalid = '21655'

function contentOf(content: OutgoingContent, templates: TwilioConfig['templates']) {
  if ('text' in content) {
    const { text, mediaUrls } = content
    return { body: text, ...(mediaUrls?.length && { mediaUrl: [...mediaUrls] }) }
  }
  if ('file' in content)
    throw new SendRefusedError(
      'twilio',
      { reason: 'content-not-allowed' },
      'takes files by their address only',
    )
  const { name, variables } = content.template
  const contentSid = templates[name]
  if (!contentSid) {
    const refusal = refusalOf(contentSidInvalid)
    throw new SendRefusedError('twilio', refusal, `no content id is set for template ${name}`)
  }
  return { contentSid, contentVariables: JSON.stringify(variables) }
}

function parsedEntry(instance: MessageInstance) {
  const entry = readReply('twilio', listed, instance)
  const { direction, dateCreated: createdAt, errorCode, body } = entry
  const message: ListedMessage = {
    providerMessageId: entry.sid,
    status: stageOf(entry.status) ?? 'sent',
    ...(errorCode !== null && { refusal: refusalOf(String(errorCode)) }),
    body: body ?? '',
    createdAt,
  }
  return { createdAt, to: entry.to, isOurs: direction.startsWith('outbound'), message }
}

function requireTo(recipient: string | undefined, to: string): void {
  if (recipient !== undefined && !isAddressed(recipient, to)) throw malformedReply('twilio')
}
