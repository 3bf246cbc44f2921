import * as z from 'zod'
import { failure } from '../delivery-failures.ts'
import type { Channel } from './channel.ts'
import { smsFiles } from './channel-files.ts'
import { byPhone, isNumber, isPossibleNumber, numberRefusal, phoneAddresses } from './phone.ts'

const { out, in: back } = byPhone.optOutWords

const segments = async (text: string) => (await import('./segments.ts')).segmentsOf(text)

/** An MMS costs about three segments more than its text. */
const mmsSegments = 3

/** A short code has no known price or country, so it is no address. */
export const sms = {
  isOurs: source => source !== 'sms',

  addressOf: guest => phoneAddresses(guest).find(isNumber) ?? phoneAddresses(guest)[0],
  mayBeAddress: address => address.startsWith('+'),
  isPossible: isPossibleNumber,
  refusalOf: numberRefusal,
  noAddress: byPhone.noAddress,
  files: { most: 10, refusal: byPhone.filesNotSendable, takes: () => smsFiles },
  segmentsOf: async ({ body, attachments = [], files = [] }) =>
    Math.max(1, (await segments(body)).count) + (attachments.length + files.length > 0 ? mmsSegments : 0),
  refusals: {
    'no-sms-route': failure(
      'not-reachable',
      "No SMS gets from our number to the guest's.",
      'Send a chatapp message instead.',
    ),
  },

  lookUp: byPhone.lookUp,
  // Providers act on these by themselves; elsewhere some are ordinary answers.
  optOutWords: { out: [...out, 'CANCEL', 'END', 'QUIT'], in: [...back, 'YES'] },
  facts: {
    shape: {
      segments: z
        .object({ count: z.number(), encoding: z.enum(['GSM-7', 'UCS-2']), characters: z.number() })
        .nullable()
        .meta({ description: 'Segments, encoding and characters of the text as an SMS.' }),
    },
    of: async ({ text }) => ({
      segments: text ? await segments(text) : null,
    }),
  },
} as const satisfies Channel
