import * as z from 'zod'
import type { Webhooks } from '../../lib/connection/watch/ports.ts'
import { ifAbsent } from './channel-manager.ts'
import { type ChannelManagerConfig, channelManagerClient, everyPage } from './client.ts'
import { acknowledgement } from './replies.ts'

/** Where the channel manager is to call us, and the secret by which we know that it is the one who calls. */
export interface WebhookAddress {
  url: string
  secret: string
}

const events = ['booking', 'booking_unmapped_room', 'sync_error']
const secretHeader = 'X-Webhook-Secret'

const registration = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      property_id: z.string().nullish().catch(undefined),
      callback_url: z.string().catch(''),
      event_mask: z.string().catch(''),
      is_active: z.boolean().catch(false),
      /** Absent where the channel manager keeps them to itself. */
      headers: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    }),
  })
  .transform(({ id, attributes }) => ({ id, ...attributes }))
type Registration = z.infer<typeof registration>

const registrations = z.object({
  data: z.array(registration),
  meta: z.object({ total: z.number().int().nonnegative() }),
})

/** `address` is asked for when it is needed: without it nothing else fails. */
export function webhooks(config: ChannelManagerConfig, address: () => WebhookAddress): Webhooks {
  const client = channelManagerClient(config)
  return {
    async registered(propertyId) {
      const query = { 'filter[property_id]': propertyId }
      const found = await everyPage(client, { path: ['webhooks'], query, reply: registrations })
      const own = address()
      const ours = found.filter(one => one.callback_url === own.url && isOf(one, propertyId))
      const idsOf = (isWanted: boolean) =>
        ours.flatMap(one => (isComplete(one, own) === isWanted ? [one.id] : []))
      return { complete: idsOf(true), others: idsOf(false) }
    },

    async register(propertyId) {
      const { url, secret } = address()
      const webhook = {
        property_id: propertyId,
        callback_url: url,
        event_mask: events.join(';'),
        headers: { [secretHeader]: secret },
        is_active: true,
        send_data: true,
      }
      const reply = acknowledgement
      await client({ method: 'POST', path: ['webhooks'], body: { webhook }, effect: 'write', reply })
    },

    async remove(webhookId) {
      const reply = acknowledgement
      const path = ['webhooks', webhookId]
      await client({ method: 'DELETE', path, effect: 'write', reply, onRefusal: ifAbsent })
    },
  }
}

/** A list that was not filtered must not cost another property its webhook. Untold, it is that of the filter. */
const isOf = ({ property_id }: Registration, propertyId: string): boolean =>
  (property_id ?? propertyId) === propertyId

/** Switched on, for every event, and with the secret of today. */
function isComplete({ event_mask, is_active, headers }: Registration, { secret }: WebhookAddress): boolean {
  const listensTo = event_mask.split(';').map(event => event.trim())
  const isForAll = listensTo.includes('*') || events.every(event => listensTo.includes(event))
  return is_active && isForAll && holds(headers, secret)
}

function holds(headers: Registration['headers'], secret: string): boolean {
  const shown = Object.entries(headers ?? {}).find(
    ([name]) => name.toLowerCase() === secretHeader.toLowerCase(),
  )
  // What is hidden cannot be compared.
  return shown === undefined || /\*{3}/.test(String(shown[1])) || shown[1] === secret
}
