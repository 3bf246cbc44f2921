import * as z from 'zod'
import { isAmong } from '../../spellings.ts'
import { failure } from '../delivery-failures.ts'
import type { Guest } from '../guest.ts'
import type { Channel } from './channel.ts'
import { chatappFiles } from './channel-files.ts'
import { byPhone, isPossibleNumber, mayBeChatapps, numberRefusal, phoneAddresses } from './phone.ts'

const templateRequired = failure(
  'template-required',
  'More than 24 hours have passed since the guest last wrote, so only an approved template is allowed.',
  'Choose a template and send that instead.',
)

const notAgreed = failure(
  'template-required',
  'The guest has not written within 24 hours, nor agreed to be written to, so the first message has to be an approved template.',
  'Choose a template and send that instead.',
)

/** Milliseconds. */
const window = 24 * 60 * 60_000

const windowClosesAt = ({ lastChatappInboundAt }: Guest): Date | undefined =>
  lastChatappInboundAt ? new Date(lastChatappInboundAt.getTime() + window) : undefined

const userId = /^[A-Z]{2}\./

export const chatapp = {
  isOurs: source => source === 'platform',

  addressOf: ({ lastChatappAddress: last, ...guest }) =>
    last && isAmong([...phoneAddresses(guest), ...guest.chatappIds], last) ? last : phoneAddresses(guest)[0],
  mayBeAddress: mayBeChatapps,
  isPossible: async (address, { lastChatappAddress }) => {
    if (userId.test(address)) return null
    // An inbound address exists, whatever its country's plan says.
    return address === lastChatappAddress || isPossibleNumber(address)
  },
  refusalOf: async (address, countries) =>
    address.startsWith('+') ? numberRefusal(address, countries) : undefined,
  noAddress: byPhone.noAddress,
  files: { most: 1, refusal: byPhone.filesNotSendable, takes: () => chatappFiles },
  segmentsOf: async () => 1,
  windowMs: window,
  obstacle: (guest, { isTemplate }, now) => {
    const closesAt = isTemplate ? undefined : windowClosesAt(guest)
    return closesAt && closesAt <= now ? templateRequired : undefined
  },
  beginning: (guest, now) => {
    const closesAt = guest && windowClosesAt(guest)
    return guest?.optedIn.chatapp || (closesAt && closesAt > now) ? undefined : notAgreed
  },
  refusals: {
    'template-required': templateRequired,
    'no-chatapp': failure('not-reachable', 'The guest cannot be reached by chatapp.', 'Send an SMS instead.'),
  },

  lookUp: byPhone.lookUp,
  optOutWords: byPhone.optOutWords,
  learnsChatappIds: true,
  lastSentField: 'lastChatappMessageSentAt',
  facts: {
    shape: {
      windowClosesAt: z.date().nullable(),
      windowOpen: z
        .boolean()
        .nullable()
        .meta({ description: 'Null with no inbound message on record: then the provider decides.' }),
      templatesAllowed: z.boolean(),
    },
    of: async ({ guest, now, takesTemplates }) => {
      const closesAt = guest && windowClosesAt(guest)
      return {
        windowClosesAt: closesAt ?? null,
        windowOpen: closesAt ? closesAt > now : null,
        templatesAllowed: takesTemplates,
      }
    },
  },
} as const satisfies Channel
