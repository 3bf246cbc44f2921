import { textAt } from '../../documents.ts'
import { phoneKey } from '../../finding-keys.ts'
import { isDocumentId } from '../../identifiers.ts'
import { byId, type Store, type StoredDocument } from '../../store.ts'
import { guests, guestsAt, reservations } from '../guest.ts'
import { propertiesMeant } from './find-places.ts'
import { type Because, reasons, type SearchWords } from './search-words.ts'

const most = { guests: 10, guestsOfKey: 30, properties: 5, stays: 30 }

/** Keys are paths; the first, surest reason stays. */
export class Leads {
  readonly #because = new Map<string, Because>()

  note(path: string, because: Because): void {
    if (!this.#because.has(path)) this.#because.set(path, because)
  }

  get(path: string): Because | undefined {
    return this.#because.get(path)
  }

  idsIn(collection: string): string[] {
    const paths = [...this.#because.keys()].filter(path => path.startsWith(`${collection}/`))
    return paths.map(path => path.slice(collection.length + 1)).filter(isDocumentId)
  }
}

export interface Meant {
  leads: Leads
  /** Direct matches, then the guests' latest. */
  stays: StoredDocument[]
}

export async function leadsOf(store: Store, words: SearchWords): Promise<Meant> {
  const [phone, email, reservation, property] = await Promise.all([
    guestsByPhone(store, words),
    guestsByEmail(store, words),
    staysOf(store, words),
    propertiesMeant(store, words, most.properties),
  ])
  const matches = { reservation, phone, email, property }
  const leads = new Leads()
  for (const because of reasons)
    for (const document of matches[because]) {
      leads.note(document.path, because)
      const [guestId, threadId] = [textAt(document, 'guestId'), textAt(document, 'threadId')]
      if (because === 'reservation' && guestId) leads.note(`guests/${guestId}`, because)
      if (because !== 'reservation' && threadId) leads.note(`threads/${threadId}`, because)
    }
  const theirs = await store.find(
    reservations.any
      .where('guestId', 'in', leads.idsIn('guests'))
      .orderBy('arrival', 'desc')
      .limit(most.stays),
  )
  for (const stay of theirs)
    leads.note(stay.path, leads.get(`guests/${textAt(stay, 'guestId')}`) ?? 'reservation')
  return { leads, stays: [...reservation, ...theirs] }
}

async function guestsByPhone(
  store: Store,
  { phones, nationalPhones, phoneEnd: end }: SearchWords,
): Promise<StoredDocument[]> {
  const keyed = async (digits: string) => {
    const query = guests.any.where('phoneKey', '==', phoneKey(digits))
    const sharing = await store.find(query.limit(most.guestsOfKey))
    return sharing.filter(guest => textAt(guest, 'phone')?.endsWith(digits))
  }
  const lists = await Promise.all<StoredDocument[]>([
    phones.length > 0 ? store.find(guestsAt(phones, most.guests)) : [],
    store.find(guests.any.where('phone', 'in', nationalPhones)),
    end === undefined ? [] : keyed(end),
  ])
  return [...byId(lists.flat()).values()].slice(0, most.guests)
}

/** A company's own documents have no key. */
const guestsByEmail = async (store: Store, { emails, emailKeys }: SearchWords) =>
  emails.length === 0
    ? []
    : store.find(
        guests.any
          .all()
          .whereEither(['emailKey', 'in', emailKeys], ['email', 'in', emails])
          .limit(most.guests),
      )

async function staysOf(store: Store, { id, numbers, numberKeys }: SearchWords): Promise<StoredDocument[]> {
  const named = reservations.any.named(id)
  const [own, numbered] = await Promise.all([
    store.readAll(named ? [named] : []),
    numberKeys.length === 0
      ? []
      : store.find(
          reservations.any
            .all()
            .whereEither(
              ['numberKeys', 'array-contains-any', numberKeys],
              ['code', 'in', numbers],
              ['otaBookingNumber', 'in', numbers],
            )
            .limit(most.guests),
        ),
  ])
  return [...own, ...numbered]
}
