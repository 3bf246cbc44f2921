import * as z from 'zod'
import type { Channel } from '../../../src/lib/chat/channels/channel.ts'
import { failure } from '../../../src/lib/chat/delivery-failures.ts'

const isLoft = (address: string): boolean => address.startsWith('loft:')

/** A made-up channel: to a loft, not to a number, and only while there is wind. */
export const pigeon = {
  isOurs: source => source === 'platform',
  addressOf: ({ addresses }) => addresses.find(isLoft),
  mayBeAddress: isLoft,
  isPossible: async () => null,
  refusalOf: async address =>
    address === 'loft:of-a-hawk'
      ? failure('not-reachable', 'A hawk lives there.', 'Send an SMS instead.')
      : undefined,
  noAddress: failure('not-reachable', 'The guest has no loft.', 'Ask for one.'),
  segmentsOf: async () => 1,
  files: { most: 0, refusal: failure('attachment-not-sendable', 'Pigeons carry text.', 'Send it without.') },
  obstacle: ({ name }) =>
    name === 'Becalmed' ? failure('provider-unavailable', 'There is no wind.', 'Wait for it.') : undefined,
  refusals: {
    'loft-closed': failure('not-reachable', 'The loft is closed.', 'Knock, then send it again.'),
  },
  lookUp: {
    isSameText: (shown, sent) => shown.toLowerCase() === sent.toLowerCase(),
    clockSkew: 120_000,
    provesAbsence: false,
  },
  optOutWords: { out: ['ROOST'], in: ['FLY'] },
  facts: { shape: { wind: z.boolean() }, of: async ({ guest }) => ({ wind: guest?.name !== 'Becalmed' }) },
} as const satisfies Channel
