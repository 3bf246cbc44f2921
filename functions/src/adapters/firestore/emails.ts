import * as z from 'zod'
import {
  emailStatuses,
  emailTemplates,
  type Outbox,
  reportedFates,
  suppressionLists,
} from '../../lib/email/ports.ts'
import { FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { defined, repository, update, without } from './repository.ts'

const path = (emailId: string) => `emails/${emailId}`

const schema = z.looseObject({
  template: z.enum(emailTemplates),
  to: z.string(),
  data: z.record(z.string(), z.string()),
  about: z.record(z.string(), z.string()).catch({}),
  status: z.enum(emailStatuses),
  attempts: z.number().int().default(0),
  triedSince: z.date().optional(),
  lostAnswers: z.number().int().optional(),
  dueAt: z.date().optional(),
  leaseUntil: z.date().optional(),
  claimId: z.string().optional(),
  report: z
    .looseObject({
      fate: z.enum(reportedFates),
      at: z.date(),
      reason: z.string().optional(),
      suppression: z.enum(suppressionLists).optional(),
    })
    .optional(),
})

export function outbox(db: Firestore): Outbox {
  const emails = repository(db, { path, schema })
  return {
    async read(emailId) {
      const email = await emails.read(emailId)
      return email && { ...email, value: { ...email.value, emailId } }
    },

    claim(emailId, revision, claim) {
      const fields = { status: 'sending', ...claim, dueAt: claim.leaseUntil }
      return commit(db, [update(emails.doc(emailId), fields, revision)])
    },

    record(emailId, revision, { status, dueAt, lostAnswers, at }, extras) {
      const sentAt = status === 'sent' ? at : undefined
      const fields = defined({ status, sentAt, lostAnswers, dueAt: dueAt ?? FieldValue.delete() })
      return commit(db, [update(emails.doc(emailId), fields, revision)], extras)
    },

    report(emailId, revision, { status, report }, extras) {
      const fields = { status, report: defined(report), ...without(['dueAt']) }
      return commit(db, [update(emails.doc(emailId), fields, revision)], extras)
    },
  }
}
