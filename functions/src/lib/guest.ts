import * as z from 'zod'
import { keyedDigestOf } from './digest.ts'
import { textOrNull } from './shapes.ts'
import { spellingsOf } from './spellings.ts'
import { collection } from './store.ts'

const text = z.string().nullish().catch(undefined)

/** Unknown fields stay; an invalid field counts as absent, so that it makes no guest unreachable. */
export const storedContact = z.looseObject({
  name: text,
  /** E.164. */
  phone: text,
  email: text,
  /** Address of the last chatapp message, with the open window. */
  lastChatappAddress: text,
  expireAt: z.date().optional().catch(undefined),
})

/** The chat reads more of these documents (`chat/guest.ts`). */
export const guestContacts = collection('guests/{guestId}', storedContact)

/** Equal for every spelling, so that two at once create one guest; keyed, since plain hashes are guessed. */
export const guestIdFor = (key: string, phone: string): string =>
  `guest-${keyedDigestOf(key, spellingsOf(phone)[0]).slice(0, 32)}`

const lead = z.object({ name: textOrNull, phone: textOrNull, email: textOrNull })
export type LeadGuest = z.infer<typeof lead>

/** From the booking: a guest may have other names and numbers. */
export const leadGuest = lead.nullable().catch(null).default(null)

export const storedStay = z.looseObject({
  guestId: textOrNull,
  propertyId: textOrNull,
  /** Days, `YYYY-MM-DD`. */
  arrival: textOrNull,
  departure: textOrNull,
  status: textOrNull,
})
export type StoredStay = z.infer<typeof storedStay>
