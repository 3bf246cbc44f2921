/**
 * The channels: the ways by which guests are written to and write. By its name a channel's messages have the type
 * `NAME-message`, what came in by it has that source, and its sends go through that lane.
 */
export const channelNames = ['chatapp', 'sms', 'ota'] as const

export type ChannelName = (typeof channelNames)[number]
