import * as z from 'zod'
import { dayMs } from '../../days.ts'
import { guestIdOfBooking } from '../../reservations/plan-guest.ts'
import { withoutEntities } from '../../text.ts'
import { conversationMs } from '../conversation.ts'
import { failure } from '../delivery-failures.ts'
import type { Talk } from '../guest.ts'
import type { Conversation } from '../ota-conversations.ts'
import type { Channel } from './channel.ts'
import { otaFiles } from './channel-files.ts'
import { sites } from './ota-sites.ts'

const otherWay = 'Reach the guest by chatapp, SMS or e-mail instead.'

const withMessages = Object.keys(sites)

const refusals = {
  'ota-window-over': failure(
    'not-reachable',
    'Booking.com takes messages until 7 days after checkout, and for 14 days after the guest wrote.',
    otherWay,
  ),
  'ota-without-messages': failure(
    'not-reachable',
    'The OTA of this booking hands no messages over.',
    otherWay,
  ),
  'ota-no-conversation': failure(
    'not-reachable',
    'The booking has no conversation at the OTA yet: the guest has to write first.',
    'Keep the text and send it once they have written, or reach them another way.',
  ),
  'messages-not-installed': failure(
    'not-reachable',
    'The property has no Messages application at the channel manager, which is paid for by the month.',
    'Have operations install it at the channel manager, then send it again.',
  ),
  'ota-conversation-gone': failure(
    'not-reachable',
    'The channel manager has this conversation or booking no more: it keeps them for three months after checkout.',
    otherWay,
  ),
  'ota-channel-inactive': failure(
    'not-reachable',
    "The property's channel at this OTA is not active.",
    'Have operations activate it, then send it again.',
  ),
} as const

const noAddress = failure(
  'not-reachable',
  'The guest of this thread has no booking of an OTA, and has not written there.',
  otherWay,
)

/** One extra day covers the stay's time zone. */
function windowClosesAt(talk: Talk): Date | undefined {
  const destination = destinationOf(talk)
  if (!destination || providerOf(destination, talk) !== 'booking') return undefined
  const { bookingId, lastWroteAt } =
    'conversation' in destination ? destination.conversation : { ...destination, lastWroteAt: undefined }
  const stay = talk.stay?.bookingId === bookingId ? talk.stay : undefined
  const over = stay?.status === 'cancelled' ? stay.revision?.at : dayOf(stay?.departure)
  if (!over) return undefined
  return new Date(Math.max(over.getTime() + 8 * dayMs, lastWroteAt ? lastWroteAt.getTime() + 14 * dayMs : 0))
}

function dayOf(text: string | null | undefined): Date | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : new Date(at)
}

const providerOf = (destination: Destination, { stay }: Talk): string | null =>
  'conversation' in destination ? destination.conversation.provider : providerName(stay?.ota)

const providerName = (ota: string | null | undefined): string | null =>
  ota ? (withMessages.find(name => ota.toLowerCase().includes(name)) ?? ota.toLowerCase()) : null

const withoutLinks = (text: string): string => text.replace(/(https?:\/\/|www\.)\S+/gi, '')
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const ota = {
  isOurs: source => source === 'platform',

  addressOf: (_, talk) => {
    const destination = talk && destinationOf(talk)
    return destination && addressOf(destination)
  },
  isByTalk: true,
  boundTo: talk => {
    const destination = destinationOf(talk)
    return destination && 'conversation' in destination ? destination.conversation.id : undefined
  },
  otherNames: (address, { conversations }) => namesOf(address, conversations),
  mayBeAddress: () => false,
  isPossible: async () => null,
  refusalOf: async () => undefined,
  noAddress,
  files: {
    most: 0,
    end: true,
    takes: talk => {
      const destination = talk && destinationOf(talk)
      return otaFiles(destination ? providerOf(destination, talk) : null)
    },
    refusal: failure(
      'attachment-not-sendable',
      'Text and files are messages of their own at an OTA.',
      'Send the text without the file.',
    ),
  },
  segmentsOf: async () => 0,
  longestText: 4000,
  answerWithinMinutes: 24 * 60,
  obstacle: (_, { talk }, now) => {
    const destination = talk && destinationOf(talk)
    const provider = destination && providerOf(destination, talk)
    if (provider && !withMessages.includes(provider)) return refusals['ota-without-messages']
    const closesAt = talk && windowClosesAt(talk)
    return closesAt && closesAt <= now ? refusals['ota-window-over'] : undefined
  },
  refusals,

  lookUp: {
    // The OTA decodes entities in its list.
    isSameText: (shown, sent) =>
      [sent, withoutLinks(sent), withoutEntities(sent)].some(text => plain(text) === plain(shown)),
    clockSkew: 2 * 60_000,
    // An unlisted send may still come.
    provesAbsence: false,
    firstAfter: 60_000,
    tellsNoStatus: true,
  },
  optOutWords: { out: [], in: [] },
  facts: {
    shape: {
      provider: z.string().nullable().meta({ description: 'The OTA, as `booking`.' }),
      windowClosesAt: z
        .date()
        .nullable()
        .meta({ description: 'When it takes no more messages, where that is known.' }),
      conversation: z.boolean().meta({ description: 'Whether there is a conversation already.' }),
    },
    of: async ({ talk }) => {
      const destination = talk && destinationOf(talk)
      return {
        provider: destination ? providerOf(destination, talk) : null,
        windowClosesAt: (talk && windowClosesAt(talk)) ?? null,
        conversation: destination !== undefined && 'conversation' in destination,
      }
    },
  },
} as const satisfies Channel

type Destination = { conversation: Conversation } | { bookingId: string }

function destinationOf(talk: Talk): Destination | undefined {
  const { conversations, conversationId, stay, isNamed, now } = talk
  const isOf = (one: Conversation) => isTheirs(one, talk)
  const own = conversations.filter(isOf)
  if (conversationId !== undefined) return inConversation(own.find(({ id }) => id === conversationId))
  const bookingId = stay?.bookingId
  const ofStay = bookingId ? own.find(one => one.bookingId === bookingId) : undefined
  const booked = inConversation(ofStay) ?? (bookingId ? { bookingId } : undefined)
  const last = own.at(-1)
  const isLately = last?.lastWroteAt && now.getTime() - last.lastWroteAt.getTime() < conversationMs
  if (isNamed) return booked
  return (isLately ? inConversation(last) : undefined) ?? booked ?? inConversation(last)
}

const inConversation = (conversation: Conversation | undefined): Destination | undefined =>
  conversation && { conversation }

/** A booking without a number had a stand-in guest. */
const isTheirs = ({ guestId, bookingId }: Conversation, { guestId: of, stay }: Talk): boolean =>
  guestId === of ||
  (bookingId !== null && (bookingId === stay?.bookingId || guestId === guestIdOfBooking(bookingId)))

const underBooking = 'booking/'

export const addressOf = (destination: Destination): string =>
  'bookingId' in destination ? `${underBooking}${destination.bookingId}` : destination.conversation.id

/** A conversation and its booking are two addresses. */
export function namesOf(address: string, conversations: readonly Conversation[]): string[] {
  const bookingOf = ({ bookingId }: Conversation) => bookingId && addressOf({ bookingId })
  const same = conversations.filter(one => one.id === address || bookingOf(one) === address)
  const names = same.flatMap(one => [one.id, bookingOf(one) ?? one.id])
  return [...new Set(names)].filter(name => name !== address)
}
