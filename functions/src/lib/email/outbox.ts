import * as z from 'zod'
import { collection, create, expiring, type StoredDocument, type Write } from '../store.ts'

const emailTemplates = ['ota-listing-live', 'support-message', 'guide-step'] as const
export type EmailTemplate = (typeof emailTemplates)[number]

export interface OutgoingEmail {
  emailId: string
  template: EmailTemplate
  to: string
  data: Record<string, string>
}

export interface NewEmail extends OutgoingEmail {
  about: Record<string, string>
}

/** A repetition after `unknown` may send twice. Throws ProviderError. */
export interface Mailer {
  send(email: OutgoingEmail): Promise<void>
}

export const emailStatuses = [
  ...(['pending', 'sending', 'sent', 'failed', 'unknown'] as const),
  ...(['delivered', 'bounced', 'dropped', 'spam-reported'] as const),
] as const
export type EmailStatus = (typeof emailStatuses)[number]

/** By weight. */
export const reportedFates = [
  'accepted',
  'deferred',
  'delivered',
  'bounced',
  'dropped',
  'spam-reported',
] as const
export type ReportedFate = (typeof reportedFates)[number]

const suppressionLists = ['bounces', 'spam-reports', 'unsubscribes', 'invalid-addresses'] as const
export type SuppressionList = (typeof suppressionLists)[number]

export interface Report {
  fate: ReportedFate
  at: Date
  reason?: string | undefined
  suppression?: SuppressionList | undefined
}

export interface EmailReport extends Report {
  emailId: string
  to?: string
}

export interface ReportChange {
  status: EmailStatus
  report: Report
}

const storedEmail = z.object({
  template: z.enum(emailTemplates),
  to: z.string(),
  data: z.record(z.string(), z.string()),
  about: z.record(z.string(), z.string()).catch({}),
  status: z.enum(emailStatuses),
  attempts: z.number().int().default(0),
  triedSince: z.date().optional(),
  lostAnswers: z.number().int().optional(),
  dueAt: z.date().optional(),
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
  report: z
    .object({
      fate: z.enum(reportedFates),
      at: z.date(),
      reason: z.string().optional(),
      suppression: z.enum(suppressionLists).optional(),
    })
    .optional(),
})
export type OutboxEmail = z.infer<typeof storedEmail>
export type EmailDocument = StoredDocument<OutboxEmail>

export const emails = collection('emails/{emailId}', storedEmail)

export const emailWrite = ({ emailId, ...content }: NewEmail, at: Date): Write =>
  create(emails.at(emailId), {
    ...content,
    status: 'pending',
    createdAt: at,
    dueAt: at,
    ...expiring('emails', at),
  })
