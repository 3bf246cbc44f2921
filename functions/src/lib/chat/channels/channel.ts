import type * as z from 'zod'
import type { Guest, Talk } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import type { FileFacts, FileRules } from './channel-files.ts'

/** Decisions only; the adapter calls the vendor. */
export interface Channel {
  /** Other sources are inbound, or outbound elsewhere. */
  isOurs(source: string): boolean
  addressOf(guest: Guest, talk?: Talk): string | undefined
  isByTalk?: true
  boundTo?(talk: Talk): string | undefined
  /** The address's other names in the vendor's list. */
  otherNames?(address: string, talk: Pick<Talk, 'conversations'>): string[]
  mayBeAddress(address: string): boolean
  /** Null: no evidence. */
  isPossible(address: string, guest: Guest): Promise<boolean | null>
  refusalOf(address: string, countries: AllowedCountries): Promise<DeliveryFailure | undefined>
  noAddress: DeliveryFailure
  /** `most` and `refusal` apply to files with addresses, `takes` to ours. */
  files: {
    most: number
    refusal: DeliveryFailure
    takes?(talk: Talk | undefined): FileRules
    /** Inbound addresses expire, so we store the files. */
    end?: true
  }
  /** Zero where messages are free. */
  segmentsOf(message: StoredMessage): Promise<number>
  /** Characters; undefined: the limit of phones. */
  longestText?: number
  /** Minutes by the clock. */
  answerWithinMinutes?: number
  /** Milliseconds after a guest's message; undefined: no window. */
  windowMs?: number
  obstacle?(guest: Guest, plan: SendPlan, now: Date): DeliveryFailure | undefined
  /** For the first free text of a thread. */
  beginning?(guest: Guest | undefined, now: Date): DeliveryFailure | undefined
  refusals: Readonly<Record<string, DeliveryFailure>>
  lookUp: LookUpRules
  /** In capitals. */
  optOutWords: Readonly<Record<'out' | 'in', readonly string[]>>
  learnsChatappIds?: true
  lastSentField?: 'lastChatappMessageSentAt'
  facts: { shape: z.ZodRawShape; of(query: FactsQuery): Promise<object> }
}

/** ISO codes; empty: every country. */
export type AllowedCountries = ReadonlySet<string>

export interface SendPlan {
  isTemplate: boolean
  attachments?: readonly string[] | undefined
  talk?: Talk | undefined
  files?: readonly FileFacts[] | undefined
}

interface LookUpRules {
  isSameText(shown: string, sent: string): boolean
  /** Milliseconds that the vendor's clock may be behind. */
  clockSkew: number
  /** The list is complete, so a missing send may be repeated. */
  provesAbsence: boolean
  /** Milliseconds that the list may be behind. */
  firstAfter?: number
  /** The vendor reports nothing after acceptance. */
  tellsNoStatus?: true
}

interface FactsQuery {
  guest: Guest | undefined
  talk?: Talk | undefined
  now: Date
  text: string | undefined
  takesTemplates: boolean
}
