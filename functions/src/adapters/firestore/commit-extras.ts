import * as z from 'zod'
import type { AuditEntry, AuditLog } from '../../lib/audit.ts'
import { messageKey } from '../../lib/chat/message-key.ts'
import type { ScheduledWrite } from '../../lib/chat/scheduled/scheduled.ts'
import { type CommitExtras, systemActorId } from '../../lib/commit-extras.ts'
import type { Commit } from '../../lib/durable/change.ts'
import type { NewEmail } from '../../lib/email/ports.ts'
import type { ItemChange, NewItem } from '../../lib/items/item.ts'
import type { Revision } from '../../lib/ports.ts'
import { plainFields } from '../../lib/shapes.ts'
import { FieldValue, type Firestore, type Write } from './client.ts'
import { resolvedCommit } from './failures.ts'
import { auditDoc, fileDoc } from './paths.ts'
import { byId, create, defined, remove, set, soundIn, update, without } from './repository.ts'
import { endOf } from './retention.ts'

/** Commits writes and extras at once, and answers as `resolvedCommit` does. */
export const commit = (
  db: Firestore,
  writes: readonly Write[],
  extras: CommitExtras = {},
): Promise<Commit<Revision>> => resolvedCommit(db.commit([...writes, ...extraWrites(db, extras)]))

export const itemPath = (id: string): string => `items/${id}`

/** Audit entries and e-mails have ids of their own, so repeating the commit writes the same. */
export const extraWrites = (
  db: Firestore,
  { audits = [], items = [], examples = [], scheduled = [], emails, ledger }: CommitExtras,
): Write[] => [
  ...audits.flatMap(audit => (audit ? auditWrite(db, audit) : [])),
  ...items.flatMap(item => itemWrites(db, item)),
  ...examples.flatMap(example => {
    if (!example) return []
    const { id, ...said } = example
    return set(db.doc(`mappingExamples/${id}`), { ...said, ...endOf(db, 'mappingExamples', said.at) })
  }),
  ...scheduled.flatMap(one => scheduledWrites(db, one)),
  ...(emails ? emails.entries.map(email => emailWrite(db, email, emails.at)) : []),
  ...(ledger?.records ?? []).map(({ id, ...record }) =>
    set(db.doc(`ledger/${id}`), { ...record, ...endOf(db, 'ledger', record.arrivedAt) }),
  ),
  ...(ledger?.gone ?? []).map(id => remove(db.doc(`ledger/${id}`))),
]

const auditWrite = (db: Firestore, { id, ...entry }: AuditEntry): Write =>
  set(auditDoc(db, id), { ...entry, ...endOf(db, 'auditLog', entry.at) })

const emailWrite = (db: Firestore, { emailId, ...content }: NewEmail, at: Date): Write =>
  create(db.doc(`emails/${emailId}`), {
    ...content,
    status: 'pending',
    createdAt: at,
    dueAt: at,
    ...endOf(db, 'emails', at),
  })

function itemWrites(db: Firestore, change: ItemChange): Write[] {
  if ('open' in change) return openingWrites(db, change.open, change.previous)
  const previous = change.previous === 'none' ? undefined : change.previous
  const changed = (id: string, fields: object) => [update(db.doc(itemPath(id)), fields, previous)]
  if ('amend' in change) {
    const { id, ...said } = change.amend
    const stops = said.dueAt === null && without(['dueAt'])
    return changed(id, defined({ ...said, ...stops, updatedAt: change.at }))
  }
  if ('forget' in change) return changed(change.forget, without(['differences']))
  const { resolve, by, at, evenIfGone } = change
  const resolved = { status: 'resolved', resolvedAt: at, resolvedBy: by, ...endOf(db, 'items', at) }
  if (evenIfGone) return [set(db.doc(itemPath(resolve)), resolved, true)]
  return changed(resolve, { ...resolved, ...(by === systemActorId && without(['differences', 'dueAt'])) })
}

function openingWrites(
  db: Firestore,
  { id, about, ...item }: NewItem,
  previous: ItemChange['previous'],
): Write[] {
  const document = db.doc(itemPath(id))
  const fields = { ...about, ...defined(item), status: 'open' }
  if (previous === 'none') return [create(document, fields)]
  // All old fields must go, and `set` takes no precondition.
  const checked = previous === undefined ? [] : [update(document, { status: 'open' }, previous)]
  return [...checked, set(document, fields)]
}

/** All old fields go. */
export function scheduledWrites(db: Firestore, { scheduled, previous, waiting }: ScheduledWrite): Write[] {
  const document = db.doc(`scheduledSends/${messageKey(scheduled)}`)
  const fields = defined({
    ...scheduled,
    ...(scheduled.endedAt && endOf(db, 'scheduledSends', scheduled.endedAt)),
  })
  const files = waiting?.files ?? []
  return [
    ...(previous === undefined
      ? [create(document, fields)]
      : [update(document, { status: scheduled.status }, previous), set(document, fields)]),
    ...files.map(({ fileId, revision }) => update(fileDoc(db, fileId), { dueAt: waiting?.until }, revision)),
  ]
}

const storedEntry = z.looseObject({
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  actorId: z.string(),
  ipAddress: z.string().default(''),
  userAgent: z.string().default(''),
  targetType: z.string(),
  targetId: z.string(),
  metadata: plainFields.catch({}),
  at: z.date(),
})

export const auditLog = (db: Firestore): AuditLog => ({
  async about(targetId, limit) {
    const { docs } = await (await db.queries())
      .collection('auditLog')
      .where('targetId', '==', targetId)
      .orderBy('at', 'desc')
      .limit(limit)
      .get()
    return [...byId(docs, snapshot => soundIn(snapshot, storedEntry))].map(([id, entry]) => ({
      ...entry,
      id,
    }))
  },

  async append(entry) {
    // Its own id makes repeating the write harmless.
    await db.commit([auditWrite(db, entry)])
  },

  async countRefusals(entry, times) {
    const { path, fields } = auditWrite(db, entry)
    const metadata = { ...entry.metadata, count: FieldValue.increment(times) }
    await db.commit([set({ path }, { ...fields, metadata }, true)])
  },
})
