import { type ChannelName, channelNames } from './names.ts'

export const typeOf = <Name extends ChannelName>(name: Name): `${Name}-message` => `${name}-message`

export const channelTypes = channelNames.map(typeOf)

/** The channel that messages of a type leave by; undefined for those that stay in the house. */
export const channelOfType = (type: unknown): ChannelName | undefined =>
  channelNames.find(name => typeOf(name) === type)

/** Whether a message's source is a channel: then a guest wrote it. */
export const isChannel = (source: unknown): source is ChannelName =>
  channelNames.some(name => name === source)

/** One for each channel. */
export function byChannel<One>(of: (name: ChannelName) => One): Record<ChannelName, One>
export function byChannel(of: (name: ChannelName) => unknown): object {
  return Object.fromEntries(channelNames.map(name => [name, of(name)]))
}
