import * as z from 'zod'
import type { MessagesApplication } from '../../lib/chat/ota/ports.ts'
import { currencyOf, minorUnits } from '../../lib/reservations/booking-values.ts'
import { type ChannelManagerConfig, channelManagerClient } from './client.ts'
import { eachPage, readPage } from './pages.ts'

const code = 'channex_messages'

const installation = z
  .object({ attributes: z.object({ property_id: z.string(), application_code: z.literal(code) }) })
  .transform(({ attributes }) => attributes.property_id)

/** The catalogue names no currency; accounts paid dollars. */
const priced = z
  .object({
    attributes: z.object({
      code: z.literal(code),
      price: z.union([z.string(), z.number()]).nullish().catch(null),
      currency: z.string().catch('USD'),
    }),
  })
  .transform(({ attributes: { price, currency: currencyCode } }) => {
    const currency = currencyOf(currencyCode)
    const amount = minorUnits(price == null ? null : String(price), currency)
    return { price: amount, currency: amount === null ? null : currency }
  })

export function messagesApplication(config: ChannelManagerConfig): MessagesApplication {
  const client = channelManagerClient(config)

  /** The vendor's list has no filter. */
  async function isInstalled(propertyId: string): Promise<boolean> {
    const list = { path: ['applications', 'installed'], row: installation }
    for await (const properties of eachPage(client, list)) if (properties.includes(propertyId)) return true
    return false
  }

  return {
    async read(propertyId) {
      const [installed, { rows }] = await Promise.all([
        isInstalled(propertyId),
        readPage(client, { path: ['applications'], row: priced }, 1),
      ])
      return { installed, ...(rows[0] ?? { price: null, currency: null }) }
    },
  }
}
