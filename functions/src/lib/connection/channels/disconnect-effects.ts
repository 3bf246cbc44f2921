import { otas } from '../otas.ts'
import type { PropertyChannel } from './property-channel.ts'

/** What disconnecting a channel will do, one sentence each, for whoever is about to do it. Pure. */
export function disconnectEffects(
  { status, ota, hotelId, mapping, pendingMapping }: PropertyChannel,
  { propertyName, isSubscribed }: { propertyName: string; isSubscribed: boolean },
): string[] {
  const { label } = otas[ota]
  if (status === 'disconnected') return ['Nothing: the channel is disconnected already.']
  const rows = mapping.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null).length
  return [
    `The channel of "${propertyName}" for ${label} property ${hotelId} is switched off at the channel manager.`,
    `Prices and availability at ${label} are no longer updated, and bookings made there no longer come in: close the rooms in its extranet first.`,
    `Reservations that are here stay as they are, and so does what ${label} holds.`,
    isSubscribed
      ? 'The subscription of the connection service is cancelled; connecting again needs a new payment if the terms ask for one.'
      : 'No subscription runs for this connection, so none is cancelled.',
    ...(pendingMapping ? ['The mapping that waits to be written is dropped.'] : []),
    `The connection is kept in its history, with its mapping of ${rows} ${rows === 1 ? 'line' : 'lines'}.`,
    'The channel manager removes a channel that is off after about a month. Until then connecting the same property ID takes this one up again, with a mapping made anew.',
  ]
}
