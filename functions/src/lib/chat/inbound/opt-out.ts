import type { OutboundChannel } from '../delivery/outbound.ts'

/** A guest no longer wants to be written to on a channel, or wants it again. */
export type OptOutChange = 'out' | 'in'

type Words = Record<OptOutChange, readonly string[]>

const everywhere = { out: ['STOP', 'STOPALL', 'UNSUBSCRIBE'], in: ['START', 'UNSTOP'] } satisfies Words

/** By SMS those that providers act on by themselves. Elsewhere some of them are ordinary answers to a question. */
const words = {
  chatapp: everywhere,
  sms: { out: [...everywhere.out, 'CANCEL', 'END', 'QUIT'], in: [...everywhere.in, 'YES'] },
} as const satisfies Record<OutboundChannel, Words>

/** What a text changes that is one of the channel's words and nothing else, in any case; undefined for every other. */
export function optOutChange(channel: OutboundChannel, text: string): OptOutChange | undefined {
  const word = text.trim().toUpperCase()
  if (words[channel].out.includes(word)) return 'out'
  return words[channel].in.includes(word) ? 'in' : undefined
}
