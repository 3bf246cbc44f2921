/** A name forms the message type `NAME-message`, the inbound source and the lane. */
export const channelNames = ['chatapp', 'sms', 'ota'] as const

export type ChannelName = (typeof channelNames)[number]
