import type { Channel } from './channel.ts'
import { chatapp } from './chatapp.ts'
import type { ChannelName } from './names.ts'
import { ota } from './ota.ts'
import { sms } from './sms.ts'

const rows = { chatapp, sms, ota } as const satisfies Record<ChannelName, Channel>

/** The rows as they are, for what is derived from their types. */
export type Rows = typeof rows

/** Every channel by its name. */
export const channels: Readonly<Record<ChannelName, Channel>> = rows
