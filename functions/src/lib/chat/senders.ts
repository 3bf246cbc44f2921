import { isAmong } from '../spellings.ts'
import type { Store } from '../store.ts'
import { type Guest, type GuestWithId, guestsAt, guestWithId } from './guest.ts'

export interface Sender {
  /** E.164, or the provider's id of a sender without a number. */
  from: string
  senderId?: string | null | undefined
}

/** More guests than ever share one number. */
export const mostSenders = 100

export const addressesOf = ({ from, senderId }: Sender): string[] =>
  !senderId || senderId === from ? [from] : [from, senderId]

export const hasAny = ({ addresses, chatappIds }: Guest, senderAddresses: readonly string[]): boolean =>
  [...addresses, ...chatappIds].some(address => isAmong(senderAddresses, address))

export async function findSenders(
  store: Store,
  sender: Sender,
): Promise<{ senders: GuestWithId[]; likely: GuestWithId[] }> {
  const addresses = addressesOf(sender)
  const senders = (await store.find(guestsAt(addresses, mostSenders))).map(guestWithId)
  return { senders, likely: likelyOf(senders, addresses) }
}

/** Staff's choice of address counts most, then the guest's own number. */
export function likelyOf(senders: GuestWithId[], addresses: readonly string[]): GuestWithId[] {
  const ofStaff = senders.filter(({ guest }) => hasAny({ ...guest, chatappIds: [] }, addresses))
  const numbered = senders.filter(({ guest: { phone } }) => isAmong(addresses, phone))
  return [ofStaff, numbered, senders].find(some => some.length > 0) ?? []
}
