import type * as z from 'zod'
import type { FileFacts, FileRules } from '../files/channel-files.ts'
import type { Guest, Talk } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'

/** A channel: everything that is decided by it. What its vendor does stands in the vendor's adapter. */
export interface Channel {
  /** Whether a message of that source is ours to send; the rest came in by the channel, or went out elsewhere. */
  isOurs(source: string): boolean
  /** Where a guest is written to; in a conversation, where the channel writes to those. */
  addressOf(guest: Guest, talk?: Talk): string | undefined
  /** Addresses are found by what was said and by the stay. */
  isByTalk?: true
  /** The conversation that a message answers, when it is written. */
  boundTo?(talk: Talk): string | undefined
  /** Under which other addresses the vendor lists what was sent to that one. */
  otherNames?(address: string, talk: Pick<Talk, 'conversations'>): string[]
  /** Whether an address may be one of this channel's: a guest's may be of any. */
  mayBeAddress(address: string): boolean
  /** Whether the address can exist; null where nothing tells. */
  isPossible(address: string, guest: Guest): Promise<boolean | null>
  /** Why nothing is ever sent to the address. */
  refusalOf(address: string, countries: AllowedCountries): Promise<DeliveryFailure | undefined>
  /** The failure of a send to a guest without an address. */
  noAddress: DeliveryFailure
  /** How many files go with one message by their addresses, the failure of a send that has others, and which go of ours. */
  files: {
    most: number
    refusal: DeliveryFailure
    takes?(talk: Talk | undefined): FileRules
    /** The addresses of those that come in end, so we keep them. */
    end?: true
  }
  /** How many segments the message is paid for as; none where nothing is paid by the message. */
  segmentsOf(message: Pick<StoredMessage, 'body' | 'attachments' | 'files'>): Promise<number>
  /** The longest text, where that is not what phones take. Characters. */
  longestText?: number
  /** A guest is answered within this at the latest, whatever their team says. Minutes. */
  answerWithinMinutes?: number
  /** How long after a guest's message free text is taken; absent where it always is. Milliseconds. */
  windowMs?: number
  /** What else stands in the way now, as far as we know. */
  obstacle?(guest: Guest, plan: SendPlan, now: Date): DeliveryFailure | undefined
  /** What stands in the way of beginning to write to a guest by free text, in a thread where nobody has yet. */
  beginning?(guest: Guest | undefined, now: Date): DeliveryFailure | undefined
  /** What refusals that only this channel knows mean to the person who wrote the message. */
  refusals: Readonly<Record<string, DeliveryFailure>>
  /** How a send of unknown outcome is found in the vendor's list. */
  lookUp: LookUpRules
  /** Texts by which a guest ends being written to, and begins again, in capitals. None: the channel has no such thing. */
  optOutWords: Readonly<Record<'out' | 'in', readonly string[]>>
  /** Guests are known by the addresses they write from, and answered there: chatapp's, which a guest has fields for. */
  learnsChatappIds?: true
  /** The thread's field with the time of its last send. */
  lastSentField?: 'lastChatappMessageSentAt'
  /** What a reader of the thread is told of the channel beside whether it works. */
  facts: { shape: z.ZodRawShape; of(asked: FactsAsked): Promise<object> }
}

/** ISO codes of the countries that may be written to; empty for every one. */
export type AllowedCountries = ReadonlySet<string>

/** What is to be sent, as far as it decides whether it may be. */
export interface SendPlan {
  isTemplate: boolean
  /** Files that go with the text. */
  attachments?: readonly string[] | undefined
  talk?: Talk | undefined
  files?: readonly FileFacts[] | undefined
}

interface LookUpRules {
  isSameText(shown: string, sent: string): boolean
  /** How far the vendor's clock may be behind ours. Milliseconds. */
  clockSkew: number
  /** Whether what the list does not show was never sent, so that it may be sent again. */
  provesAbsence: boolean
  /** How long the list may be behind a send, where that is long. Milliseconds. */
  firstAfter?: number
  /** Nothing is known of a send after the vendor took it. */
  tellsNoStatus?: true
}

interface FactsAsked {
  guest: Guest | undefined
  talk?: Talk | undefined
  now: Date
  /** A text somebody thinks of sending. */
  text: string | undefined
  takesTemplates: boolean
}
