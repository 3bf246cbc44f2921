import * as z from 'zod'
import type { Webhooks } from '../../lib/connection/watch/ports.ts'
import { type ChannelManagerConfig, channelManagerClient, command, dataOf, ifThere } from './client.ts'
import { everyPage } from './pages.ts'

export interface WebhookAddress {
  url: string
  secret: string
}

const events = [
  'booking',
  'booking_unmapped_room',
  'booking_unmapped_rate',
  'non_acked_booking',
  'sync_error',
  'sync_warning',
  'rate_error',
  'activate_channel',
  'deactivate_channel',
  'disconnect_channel',
  'disconnect_listing',
  'new_channel',
  'updated_channel',
  'channel_removal_warning',
  'property_removal_warning',
  'message',
  'message_thread_booking_assigned',
  'inquiry',
  'reservation_request',
  'alteration_request',
]
const secretHeader = 'X-Webhook-Secret'

const registration = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      property_id: z.string().nullish().catch(undefined),
      is_global: z.boolean().nullish().catch(undefined),
      callback_url: z.string().catch(''),
      event_mask: z.string().catch(''),
      is_active: z.boolean().catch(false),
      /** The channel manager may omit headers. */
      headers: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    }),
  })
  .transform(({ id, attributes }) => ({ id, ...attributes }))
type Registration = z.infer<typeof registration>

/** The address is lazy: only its users fail without it. */
export function webhooks(config: ChannelManagerConfig, address: () => WebhookAddress): Webhooks {
  const client = channelManagerClient(config)
  return {
    async registered() {
      const own = address()
      const registrations = await everyPage(client, { path: ['webhooks'], row: registration })
      const ours = registrations.filter(({ callback_url }) => callback_url === own.url)
      const idsOf = (isWanted: (one: Registration) => boolean) => ours.filter(isWanted).map(({ id }) => id)
      return {
        complete: idsOf(one => isComplete(one, own)),
        incomplete: idsOf(one => isGlobal(one) && !isComplete(one, own)),
        ofProperties: idsOf(one => !isGlobal(one)),
      }
    },

    async isComplete(webhookId) {
      const own = address()
      const current = await ifThere(client, ['webhooks', webhookId], dataOf(registration))
      return current?.callback_url === own.url && isComplete(current, own)
    },

    async register() {
      const { url, secret } = address()
      const webhook = {
        is_global: true,
        property_id: null,
        callback_url: url,
        event_mask: events.join(';'),
        headers: { [secretHeader]: secret },
        is_active: true,
        send_data: true,
      }
      await command(client, 'POST', ['webhooks'], { body: { webhook } })
    },

    remove: webhookId => command(client, 'DELETE', ['webhooks', webhookId], { mayBeAbsent: true }),
  }
}

const isGlobal = ({ is_global, property_id }: Registration): boolean => is_global ?? !property_id

function isComplete(one: Registration, { secret }: WebhookAddress): boolean {
  const { event_mask, is_active, headers } = one
  const listensTo = event_mask.split(/[;,]/).map(event => event.trim())
  const isForAll = listensTo.includes('*') || events.every(event => listensTo.includes(event))
  return isGlobal(one) && is_active && isForAll && holds(headers, secret)
}

function holds(headers: Registration['headers'], secret: string): boolean {
  const shown = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === secretHeader.toLowerCase(),
  )
  // A masked secret cannot be compared.
  return shown === undefined || /\*{3}/.test(String(shown[1])) || shown[1] === secret
}
