import type { Firestore } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { duePieces, type PieceKind, storePieces } from '../support/due-pieces.ts'
import { fastestSecond } from '../support/fastest-second.ts'
import {
  atOnce,
  dueMessages,
  mostOvertaken,
  perSecond,
  untilNothingIsDue,
  useSystems,
  ways,
} from './outage-systems.ts'

const { vendors, ownSystem, outage } = useSystems()

type OtherDue = Exclude<PieceKind, 'chatapp-delivery'>

/** Pieces that are due when the outage begins: more than are tried in it. */
const count = Math.max(60, dueMessages / 5)
const pieces = Array.from({ length: count }, (_, number) => number)
const idOf = (number: number) => `p${number}`
const numberOf = (id: string) => Number(id.slice(1))

/** Ids of the pieces that the vendor has taken, in its order. */
const accepted: Record<OtherDue, () => Promise<string[]>> = {
  forwarding: async () =>
    (await vendors().state('guest-platform')).messages.map((one: { messageId: string }) => one.messageId),
  'search-record': async () =>
    (await vendors().state('algolia')).records.map((record: { objectID: string }) => record.objectID),
  email: async () =>
    (await vendors().state('sendgrid')).mails.map(
      (mail: { personalizations: [{ custom_args: { emailId: string } }] }) =>
        mail.personalizations[0].custom_args.emailId,
    ),
}

/** The path and fields by which a piece tells its state. */
const stateOf: Record<OtherDue, (id: string) => { path: string; attempts: string; status: string }> = {
  forwarding: id => ({
    path: `threads/${id}/messages/${id}`,
    attempts: 'forwarding.attempts',
    status: 'forwarding.status',
  }),
  // A stale record only tells its due time, as long as it is due.
  'search-record': id => ({ path: `staleRecords/${id}`, attempts: 'none', status: 'dueAt' }),
  email: id => ({ path: `emails/${id}`, attempts: 'attempts', status: 'status' }),
}

const ended: Record<OtherDue, readonly unknown[]> = {
  forwarding: ['forwarded'],
  'search-record': [undefined],
  // The mailer cannot be asked what it has sent.
  email: ['sent', 'unknown'],
}

async function read(db: Firestore, kind: OtherDue, field: 'attempts' | 'status'): Promise<unknown[]> {
  const places = pieces.map(number => stateOf[kind](idOf(number)))
  const documents = await Promise.all(places.map(({ path }) => db.doc(path).get()))
  return documents.map((document, number) => document.get(places[number]?.[field] ?? ''))
}

describe.each(Object.keys(accepted) as OtherDue[])('%s, six hours in which its vendor', kind => {
  const { vendor } = duePieces[kind]

  it.each(Object.entries(ways))('%s', async (_, way) => {
    const system = ownSystem()
    const { db } = system
    await storePieces(db, kind, { count, now: new Date() })
    await outage(system, { vendor, way, kinds: [kind] })
    expect((await vendors().requests(vendor)).length).toBeLessThan(count)
    const attempts = await read(db, kind, 'attempts')
    // Search records count no attempts.
    const taken = new Set((await accepted[kind]()).map(numberOf))
    const waited = new Set(pieces.filter(number => !attempts[number] && !taken.has(number)))

    await untilNothingIsDue(system, [kind])
    const statuses = await read(db, kind, 'status')
    expect(ended[kind]).toEqual(expect.arrayContaining(statuses))
    const order = (await accepted[kind]()).map(numberOf)
    // The mailer cannot be asked, so an e-mail whose answer was lost is sent again.
    const most = kind === 'email' && way === ways['loses its answers after it has accepted'] ? 4 : 1
    for (const number of pieces)
      expect(order.filter(one => one === number).length, 'none twice').toBeLessThanOrEqual(most)
    const doubtful = pieces.filter(number => statuses[number] === 'unknown')
    expect(order).toEqual(expect.arrayContaining(pieces.filter(number => !doubtful.includes(number))))
    if (way === 'unreachable' || isRefusal(way.status)) expect(doubtful).toEqual([])
    const items = await db.collection('items').where('status', '==', 'open').get()
    expect(new Set(items.docs.map(({ id }) => id))).toEqual(
      new Set(doubtful.map(number => `email-outcome-unknown_${idOf(number)}`)),
    )
    expect(mostOvertaken(order.filter(number => waited.has(number)))).toBeLessThan(atOnce)
    expect(fastestSecond(await vendors().requests(vendor))).toBeLessThanOrEqual(perSecond)
  })
})

/** Whether such an answer leaves no doubt that nothing was done. */
const isRefusal = (status = 0): boolean => status >= 400 && status < 500
