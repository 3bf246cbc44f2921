import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { asChannelProblem } from '../channels/change-channel.ts'
import { managed } from '../prerequisites.ts'
import { readProperty } from '../properties/stored-property.ts'

export const messagesApplication = z
  .object({
    installed: z.boolean(),
    price: z.number().nullable().meta({ description: 'A month, in minor units; null where none is told.' }),
    currency: z.string().nullable(),
  })
  .meta({ id: 'MessagesApplication' })

export type Application = z.infer<typeof messagesApplication>

/** Throws DomainError. */
export async function readMessagesApplication(
  { messagesApplication, store }: Needs<'messagesApplication' | 'store'>,
  propertyId: string,
): Promise<Application> {
  const { channelManagerPropertyId } = managed(await readProperty(store, propertyId), propertyId)
  return messagesApplication.read(channelManagerPropertyId).catch((error: unknown) => {
    throw asChannelProblem(error)
  })
}
