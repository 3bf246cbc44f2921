import type { ChannelManager, ConnectionType } from '../../lib/connection/channel-manager.ts'
import { type OtaName, otas } from '../../lib/connection/otas.ts'
import { hotelSettings } from './channel-body.ts'
import { channelCalls, ifAbsent } from './channels.ts'
import {
  type ChannelManagerClient,
  type ChannelManagerConfig,
  channelManagerClient,
  type Refused,
} from './client.ts'
import { connectionDetails } from './connection-types.ts'
import { connectionTest, offerReply, propertyGroup } from './replies.ts'

export type { ChannelManagerConfig } from './client.ts'

/** The channel manager (Channex's public API v1) over HTTP. */
export function channelManager(config: ChannelManagerConfig): ChannelManager {
  const within = (millisecondsLeft?: () => number): ChannelManager => ({
    ...calls(channelManagerClient(config, millisecondsLeft)),
    within,
  })
  return within()
}

function calls(client: ChannelManagerClient): Omit<ChannelManager, 'within'> {
  return {
    ...channelCalls(client),
    testConnection: (ota, hotelId) =>
      client({ ...hotelQuestion('test_connection', ota, hotelId), reply: connectionTest }),
    connectionTypes: (ota, hotelId) =>
      client<ConnectionType[] | undefined>({
        ...hotelQuestion('connection_details', ota, hotelId),
        reply: connectionDetails,
        onRefusal: ifWordless,
      }),
    offer: (ota, hotelId) => client({ ...hotelQuestion('mapping_details', ota, hotelId), reply: offerReply }),
    groupOf: id =>
      client<string | undefined>({
        method: 'GET',
        path: ['properties', id],
        effect: 'read',
        reply: propertyGroup,
        onRefusal: ifAbsent,
      }),
  }
}

/** Asks about a hotel at the OTA, before there is a channel. */
const hotelQuestion = (question: string, ota: OtaName, hotelId: string) => ({
  method: 'POST' as const,
  path: ['channels', question],
  body: { channel: otas[ota].adapterCode, settings: hotelSettings(hotelId) },
  effect: 'read' as const,
})

/** `422 {"errors": null}`: the channel manager tells nothing about the hotel. */
const ifWordless = ({ status, errors }: Refused): { answer: undefined } | undefined =>
  status === 422 && errors.lines.length === 0 ? { answer: undefined } : undefined
