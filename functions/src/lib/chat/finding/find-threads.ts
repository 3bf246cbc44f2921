import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { listAt, textAt } from '../../documents.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { StoredDocument as Document, Store } from '../../store.ts'
import { guests } from '../guest.ts'
import { threads } from '../thread-writes.ts'
import { guestNames } from './guest-names.ts'
import { type Leads, leadsOf, type Meant } from './leads.ts'
import { type Because, reasons, type StayMatch, type ThreadMatches, wordsOf } from './search-words.ts'

export const threadSearch = z.strictObject({
  q: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .meta({ description: "A number, an e-mail address, a reservation's or a property's name or number." }),
})

/** The limit of threads and of stays. */
export const mostThreads = 20

/** Surest first. About two hundred documents in five round trips, without the search index. */
export async function findThreads(
  { store, rules }: Needs<'rules' | 'store'>,
  text: string,
): Promise<ThreadMatches> {
  const { leads, stays } = await leadsOf(store, await wordsOf(text, rules.allowedCountries()))
  const matches = await threadsOf(store, leads)
  const [names, without] = await Promise.all([
    guestNames(store, matches),
    staysWithout(store, matches, { leads, stays }),
  ])
  const all = matches.flatMap(thread => {
    const leadReasons = pathsIn(thread).map(path => leads.get(path))
    const because = reasons.find(reason => leadReasons.includes(reason))
    const guestName = names.get(thread.id) ?? null
    const propertyId = textAt(thread, 'propertyId') ?? null
    return because ? [{ threadId: thread.id, because, guestName, propertyId }] : []
  })
  return { threads: surest(all), stays: surest(without) }
}

const surest = <Item extends { because: Because }>(rows: readonly Item[]): Item[] =>
  rows.toSorted((a, b) => reasons.indexOf(a.because) - reasons.indexOf(b.because)).slice(0, mostThreads)

async function threadsOf(store: Store, leads: Leads): Promise<Document[]> {
  const [guestIds, stayIds] = [leads.idsIn('guests'), leads.idsIn('reservations')]
  const lists = await Promise.all([
    store.readAll(leads.idsIn('threads').map(id => threads.any.at(id))),
    store.find(threads.any.where('reservationId', 'in', stayIds).limit(mostThreads)),
    store.find(threads.any.where('guestId', 'in', guestIds).limit(mostThreads)),
    store.find(threads.any.where('participantIds', 'array-contains-any', guestIds).limit(mostThreads)),
    store.find(
      threads.any
        .where('propertyId', 'in', leads.idsIn('properties'))
        .orderBy('updatedAt', 'desc')
        .limit(mostThreads),
    ),
  ])
  return [...new Map(lists.flat().map(thread => [thread.id, thread])).values()]
}

async function staysWithout(
  store: Store,
  matches: readonly Document[],
  { leads, stays }: Meant,
): Promise<StayMatch[]> {
  const threadPaths = new Set(matches.flatMap(pathsIn))
  const guestsOf = (some: readonly Document[]) => some.map(stay => `guests/${textAt(stay, 'guestId')}`)
  for (const path of guestsOf(stays.filter(({ path }) => threadPaths.has(path)))) threadPaths.add(path)
  const paths = guestsOf(stays)
  const first = stays.filter(
    (stay, at) =>
      isDocumentId(textAt(stay, 'guestId') ?? '') &&
      !threadPaths.has(paths[at] ?? '') &&
      paths.indexOf(paths[at] ?? '') === at,
  )
  const guestDocuments = await store.readAll(
    first.flatMap(stay => guests.any.named(textAt(stay, 'guestId')) ?? []),
  )
  return first.flatMap(stay => {
    const guest = guestDocuments.find(({ id }) => id === textAt(stay, 'guestId'))
    if (threadPaths.has(`threads/${textAt(guest, 'threadId')}`)) return []
    return [
      {
        reservationId: stay.id,
        because: leads.get(stay.path) ?? 'reservation',
        guestName: textAt(guest, 'name') ?? null,
        propertyId: textAt(stay, 'propertyId') ?? null,
        arrival: textAt(stay, 'arrival') ?? null,
        departure: textAt(stay, 'departure') ?? null,
      },
    ]
  })
}

const pathsIn = (thread: Document): string[] => [
  thread.path,
  ...listAt(thread, 'participantIds').map(id => `guests/${id}`),
  `guests/${textAt(thread, 'guestId')}`,
  `reservations/${textAt(thread, 'reservationId')}`,
  `properties/${textAt(thread, 'propertyId')}`,
]
