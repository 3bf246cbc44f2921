import {
  type Channel,
  ChannelExistsError,
  type ChannelManager,
} from '../../lib/connection/channel-manager.ts'
import { channelBody } from './channel-body.ts'
import type { ChannelManagerClient, ClientRequest, Refused } from './client.ts'
import { everyPage } from './pages.ts'
import { isConflict } from './refusal.ts'
import { acknowledgement, activation, channelPage, channelReply, readiness } from './replies.ts'

type Call = ClientRequest<unknown>
type Channels = Omit<ChannelManager, 'within' | 'testConnection' | 'connectionTypes' | 'offer' | 'groupOf'>

/** What concerns channels: create, list, change, activate, delete. */
export function channelCalls(client: ChannelManagerClient): Channels {
  const command = async (request: Pick<Call, 'method' | 'path'> & Partial<Call>): Promise<void> => {
    await client({ effect: 'write', reply: acknowledgement, ...request })
  }
  return {
    channelsOf: propertyId =>
      everyPage(client, {
        path: ['channels'],
        query: { 'filter[property_id]': propertyId },
        reply: channelPage,
      }),
    // There is no filter for the hotel.
    channelsOfHotel: async (ota, hotelId) => {
      const channels = await everyPage(client, { path: ['channels'], reply: channelPage })
      return channels.filter(channel => channel.ota === ota && channel.hotelId === hotelId)
    },
    channel: id =>
      client<Channel | undefined>({
        method: 'GET',
        path: ['channels', id],
        effect: 'read',
        reply: channelReply,
        onRefusal: ifAbsent,
      }),
    createChannel: async draft =>
      client({
        method: 'POST',
        path: ['channels'],
        body: channelBody(draft),
        effect: 'write',
        reply: channelReply,
        onRefusal: throwIfExisting,
      }),
    replaceRates: async (id, draft) =>
      command({ method: 'PUT', path: ['channels', id], body: channelBody(draft) }),
    readinessIssues: id =>
      client({ method: 'POST', path: ['channels', id, 'check_readiness'], effect: 'read', reply: readiness }),
    activate: id => command({ method: 'POST', path: ['channels', id, 'activate'], reply: activation }),
    deactivate: id => command({ method: 'POST', path: ['channels', id, 'deactivate'] }),
    deleteChannel: id => command({ method: 'DELETE', path: ['channels', id], onRefusal: ifAbsent }),
  }
}

function throwIfExisting({ status, errors, error }: Refused): undefined {
  if (!isConflict(errors)) return
  throw new ChannelExistsError(`a channel with these settings exists already (${status})`, { cause: error })
}

/** Undefined when the channel manager itself says that there is no such thing; a stranger's 404 stays an error. */
export const ifAbsent = ({ status, errors }: Refused): { answer: undefined } | undefined =>
  status === 404 && errors.code !== undefined ? { answer: undefined } : undefined
