import { FieldValue, type Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { emailTemplates, type Outbox } from '../../lib/email/ports.ts'
import { isUnsettled, settled } from './failures.ts'
import { itemDoc, openItem } from './items.ts'
import { allOf, hasCome } from './query-pages.ts'
import { defined, revisionOf, unchanged, versioned } from './values.ts'

const storedEmail = z.looseObject({
  template: z.enum(emailTemplates),
  to: z.string(),
  data: z.record(z.string(), z.string()),
  about: z.record(z.string(), z.string()).catch({}),
  status: z.enum(['pending', 'sending', 'sent', 'failed', 'unknown']),
  attempts: z.number().int().default(0),
  triedSince: z.date().optional(),
  notBefore: z.date().optional(),
  leaseUntil: z.date().optional(),
  claimId: z.string().optional(),
})

export const outbox = (db: Firestore): Outbox => ({
  async load(emailId) {
    const email = versioned(await db.doc(`emails/${emailId}`).get(), storedEmail)
    return email && { ...email, value: { ...email.value, emailId } }
  },

  async claim(emailId, revision, claim) {
    const document = db.doc(`emails/${emailId}`)
    try {
      const written = await document.update({ status: 'sending', ...claim }, unchanged(revision))
      return revisionOf(written.writeTime)
    } catch (error) {
      if (!isUnsettled(error)) throw error
      const now = versioned(await document.get(), storedEmail)
      return now?.value.claimId === claim.claimId ? now.revision : undefined
    }
  },

  async record(emailId, revision, { status, item, about, notBefore, at }) {
    const batch = db.batch()
    const sentAt = status === 'sent' ? at : undefined
    const fields = defined({ status, sentAt, notBefore: notBefore ?? FieldValue.delete() })
    batch.update(db.doc(`emails/${emailId}`), fields, unchanged(revision))
    if (item) {
      const id = `${item.kind}_${emailId}`
      batch.set(itemDoc(db, id), { ...about, ...openItem({ ...item, id, createdAt: at }), emailId })
    }
    return settled(batch.commit())
  },

  async unfinished(now) {
    const open = db
      .collection('emails')
      .where('status', 'in', ['pending', 'sending'])
      .select('status', 'notBefore', 'leaseUntil')
    const due = await allOf(open, email => {
      const until = email.get('status') === 'sending' ? 'leaseUntil' : 'notBefore'
      return hasCome(email, until, now)
    })
    return due.map(({ id }) => id)
  },
})
