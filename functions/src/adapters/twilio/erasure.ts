import * as z from 'zod'
import { ProviderError } from '../../lib/errors.ts'
import type { MessageErasure } from '../../lib/personal-data/erase-guest.ts'
import { addressOn } from './addresses.ts'
import { type TwilioAccount, throwProviderError, twilioClient } from './client.ts'

const listedId = z.object({ sid: z.string() })
const ownId = /^(SM|MM)[0-9a-fA-F]{32}$/
const pageSize = 1000

/** Deletes messages at Twilio, which refuses that while one is in transit. */
export function twilioErasure(config: TwilioAccount): MessageErasure {
  const client = twilioClient(config)
  const idsOf = async (filter: { to: string } | { from: string }): Promise<string[]> => {
    const found = await client.messages.list({ ...filter, pageSize }).catch(throwProviderError)
    return found.flatMap(one => listedId.safeParse(one).data?.sid ?? [])
  }
  return {
    async idsWith(channel, address) {
      const written = addressOn(channel, address)
      return [...new Set([...(await idsOf({ to: written })), ...(await idsOf({ from: written }))])]
    },

    async erase(providerMessageId) {
      if (!ownId.test(providerMessageId)) return false
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
