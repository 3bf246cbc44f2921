import * as z from 'zod'
import { failure } from '../delivery/delivery-failures.ts'
import { smsFiles } from '../files/channel-files.ts'
import type { Channel } from './channel.ts'
import { byPhone, isNumber, isPossibleNumber, numberRefusal, phoneAddresses } from './phone.ts'

const { out, in: back } = byPhone.optOutWords

const segments = async (text: string) => (await import('../reachability/segments.ts')).segmentsOf(text)

/** A message with files is an MMS, which costs about three segments more than its text. */
const mmsSegments = 3

/** SMS and MMS: to a number; a short code could be one, too, but nobody knows its price and country. */
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
  // Those that providers act on by themselves. Elsewhere some of them are ordinary answers to a question.
  optOutWords: { out: [...out, 'CANCEL', 'END', 'QUIT'], in: [...back, 'YES'] },
  facts: {
    shape: {
      segments: z
        .object({ count: z.number(), encoding: z.enum(['GSM-7', 'UCS-2']), characters: z.number() })
        .nullable()
        .meta({ description: 'What the text that was asked about takes as an SMS.' }),
    },
    of: async ({ text }) => ({
      segments: text ? await segments(text) : null,
    }),
  },
} as const satisfies Channel
