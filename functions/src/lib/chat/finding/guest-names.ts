import { textAt } from '../../documents.ts'
import type { Store, StoredDocument } from '../../store.ts'
import { guests, reservations } from '../guest.ts'

/** Keys are ids of threads. */
export async function guestNames(
  store: Store,
  threads: readonly StoredDocument[],
): Promise<Map<string, string>> {
  const unnamed = threads.filter(thread => !textAt(thread, 'guestName'))
  const stays = await store.readAll(
    unnamed.flatMap(thread => reservations.any.named(textAt(thread, 'reservationId')) ?? []),
  )
  const guestOfStay = new Map(stays.map(stay => [stay.id, textAt(stay, 'guestId')]))
  const guestIdOf = (thread: StoredDocument) =>
    textAt(thread, 'guestId') ?? guestOfStay.get(textAt(thread, 'reservationId') ?? '')
  const guestDocuments = await store.readAll(
    unnamed.flatMap(thread => guests.any.named(guestIdOf(thread)) ?? []),
  )
  const names = new Map(guestDocuments.map(guest => [guest.id, textAt(guest, 'name')]))
  return new Map(
    threads.flatMap(thread => {
      const name = textAt(thread, 'guestName') ?? names.get(guestIdOf(thread) ?? '')
      return name === undefined ? [] : [[thread.id, name] as const]
    }),
  )
}
