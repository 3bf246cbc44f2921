import * as z from 'zod'
import { ProviderError } from '../../lib/errors.ts'
import type { MessageErasure } from '../../lib/personal-data/erase-guest.ts'
import { optional } from '../../lib/shapes.ts'
import { addressOn, isAddressed } from './addresses.ts'
import { type TwilioAccount, throwProviderError, twilioClient } from './client.ts'

const optionalText = optional(z.string())
const listed = z.object({ sid: z.string(), to: optionalText, from: optionalText })
const ownId = /^(SM|MM)[0-9a-fA-F]{32}$/
const pageSize = 1000

/** Twilio refuses to delete a message in transit. */
export function twilioErasure(config: TwilioAccount): MessageErasure {
  const client = twilioClient(config)
  const idsOf = async (side: 'to' | 'from', address: string): Promise<string[]> => {
    const messages = await client.messages.list({ [side]: address, pageSize }).catch(throwProviderError)
    const entries = messages.flatMap(one => listed.safeParse(one).data ?? [])
    return entries.filter(one => isAddressed(one[side] ?? '', address)).map(({ sid }) => sid)
  }
  return {
    async idsWith(channel, address) {
      const written = addressOn(channel, address)
      return [...new Set([...(await idsOf('to', written)), ...(await idsOf('from', written))])]
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
