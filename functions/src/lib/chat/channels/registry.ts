import type { ChannelName } from '../channel-names.ts'
import type { Channel } from './channel.ts'
import { chatapp } from './chatapp.ts'
import { ota } from './ota.ts'
import { sms } from './sms.ts'

const rows = { chatapp, sms, ota } as const satisfies Record<ChannelName, Channel>

export type Rows = typeof rows

export const channels: Readonly<Record<ChannelName, Channel>> = rows
