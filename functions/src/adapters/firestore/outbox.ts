import type { Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import { emailTemplates, type Outbox } from '../../lib/email/ports.ts'
import { isUnsettled } from './failures.ts'
import { sweepLimit } from './paths.ts'
import { defined, revisionOf, unchanged, versioned } from './values.ts'

const storedEmail = z.looseObject({
  template: z.enum(emailTemplates),
  to: z.string(),
  data: z.record(z.string(), z.string()),
  status: z.enum(['pending', 'sending', 'sent', 'failed', 'unknown']),
  attempts: z.number().int().default(0),
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

  async record(emailId, revision, { status, item, at }) {
    const batch = db.batch()
    const sentAt = status === 'sent' ? at : undefined
    batch.update(db.doc(`emails/${emailId}`), defined({ status, sentAt }), unchanged(revision))
    if (item)
      batch.set(db.doc(`items/${item.kind}_${emailId}`), { ...item, emailId, status: 'open', createdAt: at })
    try {
      await batch.commit()
      return true
    } catch (error) {
      if (isUnsettled(error)) return false
      throw error
    }
  },

  async unfinished() {
    const found = await db
      .collection('emails')
      .where('status', 'in', ['pending', 'sending'])
      .limit(sweepLimit)
      .get()
    return found.docs.map(document => document.id)
  },
})
