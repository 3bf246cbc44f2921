import { FieldValue, type Firestore, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { items as itemsIn } from '../../functions/src/adapters/firestore/items.ts'
import { statesOf } from '../../functions/src/adapters/firestore/shards.ts'
import { systemClock } from '../../functions/src/adapters/system.ts'
import { closeItem } from '../../functions/src/lib/items/change-item.ts'
import { firestoreByEnvironment } from '../firestore.ts'

/** Which of what was not sent is to be sent again. */
export interface Wanted {
  vendor: string
  statuses: readonly string[]
  since: Date | undefined
  until: Date | undefined
  isDryRun: boolean
  /** For so many from now on a message is tried. E-mails and forwards have the time that their parameters give. */
  hours: number
}

const hourMs = 3_600_000

interface Sent {
  /** Those in one of the states, oldest first. */
  query(db: Firestore, statuses: readonly string[]): Query
  /** What makes one due again, as it was before its first try. */
  again(document: QueryDocumentSnapshot, now: Date, hours: number): object
  /** The item that says that it was not sent. */
  itemOf?(document: QueryDocumentSnapshot): string
}

const messages: Sent = {
  query: (db, statuses) =>
    db.collectionGroup('messages').where('delivery.status', 'in', statuses).orderBy('createdAt'),
  again(document, now, hours) {
    const delivery = document.get('delivery')
    const sendUntil = new Date(now.getTime() + hours * hourMs)
    // The provider is asked first; whoever sent it has long ended.
    if (delivery.status === 'unknown')
      return statesOf(document.id, { delivery: { ...delivery, dueAt: now, callEnded: true, sendUntil } })
    const { reservationId, template, automated, byMember, replacedIds = [] } = delivery
    const provider: unknown = document.get('externalMessageId')
    const fresh = { status: 'pending' as const, attempts: 0, dueAt: now, sendUntil }
    const known = {
      ...(reservationId && { reservationId }),
      ...(template && { template }),
      ...(automated && { automated }),
      ...(byMember && { byMember }),
    }
    const replaced = typeof provider === 'string' ? [...replacedIds, provider] : replacedIds
    return {
      ...statesOf(document.id, {
        delivery: { ...known, ...fresh, ...(replaced.length > 0 && { replacedIds: replaced }) },
      }),
      // What is told of the earlier send is not told of the next one.
      externalMessageId: FieldValue.delete(),
    }
  },
}

const emails: Sent = {
  query: (db, statuses) => db.collection('emails').where('status', 'in', statuses).orderBy('createdAt'),
  again: (_, now) => ({ status: 'pending', attempts: 0, triedSince: now, dueAt: now }),
}

const forwards: Sent = {
  query: (db, statuses) =>
    db.collectionGroup('messages').where('forwarding.status', 'in', statuses).orderBy('createdAt'),
  again(document, now) {
    const isByMember = document.get('forwarding.byMember') === true
    const fresh = {
      status: 'pending' as const,
      attempts: 0,
      dueAt: now,
      ...(isByMember && { byMember: true }),
    }
    return statesOf(document.id, { forwarding: fresh })
  },
  itemOf: document => `forwarding-failed_${document.ref.parent.parent?.id}`,
}

export const byVendor: Readonly<Record<string, Sent>> = {
  twilio: messages,
  sendgrid: emails,
  'guest-platform': forwards,
}

const pageSize = 200

/** It was changed or deleted since it was read (FAILED_PRECONDITION, NOT_FOUND). */
const isChange = (error: { code?: unknown }): boolean => error.code === 9 || error.code === 5

/** Makes due again what is wanted, page by page; answers how many. One that changes meanwhile is left as it is. */
export async function resend(
  db: Firestore,
  { vendor, statuses, since, until, isDryRun, hours }: Wanted,
  onProgress: (count: number) => void,
): Promise<number> {
  const sent = byVendor[vendor]
  if (!sent) throw new Error(`nothing is sent by ${vendor}`)
  let wanted = sent.query(db, statuses)
  if (since) wanted = wanted.where('createdAt', '>=', since)
  if (until) wanted = wanted.where('createdAt', '<', until)
  if (isDryRun) return (await wanted.count().get()).data().count
  const writer = { clock: systemClock, items: itemsIn(firestoreByEnvironment(db)) }
  let count = 0
  for (let last: QueryDocumentSnapshot | undefined; ; ) {
    const page = await (last ? wanted.startAfter(last) : wanted).limit(pageSize).get()
    // What fails again opens it again.
    const items = new Set(page.docs.flatMap(document => sent.itemOf?.(document) ?? []))
    await Promise.all([...items].map(id => closeItem(writer, id)))
    const ended = await Promise.allSettled(
      // Nothing is left to say of what was erased.
      page.docs
        .filter(document => document.get('erasedAt') === undefined)
        .map(document =>
          document.ref.update(
            { ...sent.again(document, new Date(), hours) },
            { lastUpdateTime: document.updateTime },
          ),
        ),
    )
    for (const end of ended) if (end.status === 'rejected' && !isChange(end.reason)) throw end.reason
    count += ended.filter(({ status }) => status === 'fulfilled').length
    onProgress(count)
    last = page.docs.at(-1)
    if (page.size < pageSize) return count
  }
}
