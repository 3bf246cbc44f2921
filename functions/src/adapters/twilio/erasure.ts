import * as z from 'zod'
import type { OutboundChannel } from '../../lib/chat/delivery/outbound.ts'
import { ProviderError } from '../../lib/errors.ts'
import { addressOn, type TwilioAccount, throwProviderError, twilioClient } from './client.ts'

const listedId = z.object({ sid: z.string() })
const pageSize = 1000

export interface TwilioErasure {
  /** Ids of what was sent to that address and what came from it. Throws ProviderError. */
  idsWith(channel: OutboundChannel, address: string): Promise<string[]>
  /** Files, text, then the record with its numbers. False where there is none. Throws ProviderError. */
  erase(providerMessageId: string): Promise<boolean>
}

/** Takes messages away at Twilio. Twilio refuses that for one that is still on its way. */
export function twilioErasure(config: TwilioAccount): TwilioErasure {
  const client = twilioClient(config)
  const idsOf = async (filter: { to: string } | { from: string }): Promise<string[]> => {
    const found = await client.messages.list({ ...filter, pageSize }).catch(throwProviderError)
    return found.flatMap(one => listedId.safeParse(one).data?.sid ?? [])
  }
  return {
    async idsWith(channel, address) {
      const written = addressOn[channel](address)
      return [...new Set([...(await idsOf({ to: written })), ...(await idsOf({ from: written }))])]
    },

    async erase(providerMessageId) {
      const message = client.messages(providerMessageId)
      return ifThere(async () => {
        for (const { sid } of await message.media.list({ pageSize }))
          await ifThere(() => message.media(sid).remove())
        await message.update({ body: '' })
        await message.remove()
      })
    },
  }
}

async function ifThere(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return false
    return throwProviderError(error)
  }
}
