import type { MessagesApplication } from '../../chat/ota/ports.ts'
import type { Needs } from '../../context.ts'
import { asChannelProblem } from '../channels/change-channel.ts'
import { managed } from '../prerequisites.ts'

export type Application = Awaited<ReturnType<MessagesApplication['read']>>

/** Whether a property's guests can be written to at the OTAs, and what that costs a month. Throws DomainError. */
export async function readMessagesApplication(
  { connections, messagesApplication }: Needs<'connections' | 'messagesApplication'>,
  propertyId: string,
): Promise<Application> {
  const { channelManagerPropertyId } = managed(await connections.property(propertyId), propertyId)
  return messagesApplication.read(channelManagerPropertyId).catch((error: unknown) => {
    throw asChannelProblem(error)
  })
}
