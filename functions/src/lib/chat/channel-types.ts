import { type ChannelName, channelNames } from './channel-names.ts'

export const typeOf = <Name extends ChannelName>(name: Name): `${Name}-message` => `${name}-message`

export const channelTypes = channelNames.map(typeOf)

export const channelOfType = (type: unknown): ChannelName | undefined =>
  channelNames.find(name => typeOf(name) === type)

/** A channel as source means a guest's message. */
export const isChannel = (source: unknown): source is ChannelName =>
  channelNames.some(name => name === source)

export function byChannel<One>(of: (name: ChannelName) => One): Record<ChannelName, One>
export function byChannel(of: (name: ChannelName) => unknown): object {
  return Object.fromEntries(channelNames.map(name => [name, of(name)]))
}
