import type { ChannelName } from './channels/names.ts'
import { channels } from './channels/registry.ts'
import type { Guest, Guests } from './guest.ts'

/** The guest, opted out also where only the address that they are written to is. */
export async function withOptOuts(
  { guests }: { guests: Pick<Guests, 'optedOutSince'> },
  guest: Guest,
  names: readonly ChannelName[],
): Promise<Guest> {
  const found = await Promise.all(
    names.map(async name => {
      const address = guest.optedOut[name] ? undefined : channels[name].addressOf(guest)
      return [name, address === undefined ? undefined : await guests.optedOutSince(name, address)] as const
    }),
  )
  const out = Object.fromEntries(found.filter(([, since]) => since))
  return { ...guest, optedOut: { ...guest.optedOut, ...out } }
}
