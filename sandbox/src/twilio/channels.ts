import type { SandboxCredentials } from '../core/context.ts'

interface Channel {
  /** Stands before its addresses. */
  readonly prefix: string
  isAddress(id: string): boolean
  sender(credentials: SandboxCredentials): string
  /** The error of a send from any other sender. */
  readonly wrongSender: number
  /** Whether STOP and its like opt out at the vendor. */
  readonly followsKeywords: boolean
  /** Fields that only this channel has in the form of an inbound message, and of a status. */
  inboundFields(id: string): Readonly<Record<string, string>>
  statusFields(to: string): Readonly<Record<string, string>>
}

const isNumber = (id: string): boolean => /^\+[1-9]\d{6,14}$/.test(id)
const isUserId = (id: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9]{4,128}$/.test(id)

/** The vendor's channels. An address belongs to the first channel whose prefix it has. */
export const channels = {
  chatapp: {
    prefix: 'whatsapp:',
    isAddress: id => isNumber(id) || isUserId(id),
    sender: credentials => credentials.chatappSender,
    wrongSender: 63007,
    followsKeywords: false,
    // A user without a phone number has an id in its place, repeated in ExternalUserId.
    inboundFields: id => ({
      ProfileName: 'Guest',
      MessageType: 'text',
      ...(id.startsWith('+') ? { WaId: id.slice(1) } : { ExternalUserId: id }),
    }),
    statusFields: to => ({ ChannelPrefix: 'whatsapp', ChannelToAddress: to }),
  },
  sms: {
    prefix: '',
    isAddress: isNumber,
    sender: credentials => credentials.smsSender,
    wrongSender: 21606,
    followsKeywords: true,
    inboundFields: () => ({}),
    statusFields: () => ({}),
  },
} as const satisfies Record<string, Channel>

export type ChannelName = keyof typeof channels
export const channelNames = ['chatapp', 'sms'] as const satisfies readonly ChannelName[]
