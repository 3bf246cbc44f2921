import { systemActorId } from '../actor.ts'
import type { Needs } from '../context.ts'
import { defined } from '../documents.ts'
import { amend } from '../durable/amend.ts'
import { onTheWire } from '../email-address.ts'
import { inParallel } from '../in-parallel.ts'
import { type ItemChange, itemWrites, type NewItem } from '../items/item.ts'
import { patch, type Write, without } from '../store.ts'
import {
  type EmailDocument,
  type EmailReport,
  type EmailStatus,
  emails,
  type OutboxEmail,
  type Report,
  type ReportChange,
  type ReportedFate,
  reportedFates,
  type SuppressionList,
} from './outbox.ts'

const weightOf = ({ fate }: Report): number => reportedFates.indexOf(fate)

type Deps = Needs<'store'>

const width = 10

/** Order and repetition do not matter; unknown e-mails are ignored. */
export async function reportEmails(deps: Deps, reports: readonly EmailReport[]): Promise<void> {
  const byEmail = Map.groupBy(reports, ({ emailId }) => emailId)
  await inParallel(width, [...byEmail], ([emailId, reportsOfEmail]) =>
    reportEmail(deps, emailId, reportsOfEmail),
  )
}

const reportEmail = (deps: Deps, emailId: string, reports: readonly EmailReport[]): Promise<unknown> =>
  amend(deps, {
    read: { email: emails.at(emailId) },
    decide({ email }) {
      const next = email && afterReports(email.value, aboutIt(email.value, reports))
      return { writes: email && next ? changed(email, next) : [], result: undefined }
    },
  })

const changed = (email: EmailDocument, next: ReportChange): Write[] => [
  patch(
    emails.at(email.id),
    { status: next.status, report: defined(next.report), ...without(['dueAt']) },
    email.revision,
  ),
  ...itemsOf(email, next).flatMap(itemWrites),
]

const aboutIt = ({ to: of }: OutboxEmail, reports: readonly EmailReport[]): Report[] =>
  reports.flatMap(({ to, emailId: _, ...report }) =>
    to === undefined || of === '' || isSameAddress(to, of) ? report : [],
  )

const isSameAddress = (one: string, other: string): boolean =>
  onTheWire(one).toLowerCase() === onTheWire(other).toLowerCase()

/** Undefined: no news. Pure. */
export function afterReports(
  { status, report: before }: Pick<OutboxEmail, 'status' | 'report'>,
  reports: readonly Report[],
): ReportChange | undefined {
  const [heaviest] = reports.toSorted((a, b) => weightOf(b) - weightOf(a) || b.at.getTime() - a.at.getTime())
  if (!heaviest) return undefined
  const saysMore = before ? weightOf(heaviest) > weightOf(before) : true
  const isLater = before?.fate === heaviest.fate && heaviest.at > before.at
  if (!saysMore && !isLater) return undefined
  if (heaviest.fate === 'accepted' && status === 'sent') return undefined
  return { status: statusOf(heaviest.fate), report: heaviest }
}

const statusOf = (fate: ReportedFate): EmailStatus =>
  fate === 'accepted' || fate === 'deferred' ? 'sent' : fate

function itemsOf({ id, value }: EmailDocument, { status, report }: ReportChange): ItemChange[] {
  const { about, status: before, dueAt } = value
  const words = status !== before ? wordsOf(status, report) : undefined
  const opened: NewItem | undefined = words && {
    ...words,
    id: `${words.kind}_${id}`,
    about: { ...about, emailId: id, ...(report.suppression && { reason: report.suppression }) },
    createdAt: report.at,
  }
  const answered =
    before === 'unknown' &&
    !dueAt &&
    ({ resolve: `email-outcome-unknown_${id}`, by: systemActorId, at: report.at } as const)
  return [...(opened ? [{ open: opened }] : []), ...(answered ? [answered] : [])]
}

const listNames: Record<SuppressionList, string> = {
  bounces: 'addresses that bounced',
  'spam-reports': 'addresses that reported spam',
  unsubscribes: 'addresses that unsubscribed',
  'invalid-addresses': 'addresses that do not exist',
}

function wordsOf(
  status: EmailStatus,
  { suppression }: Report,
): Pick<NewItem, 'kind' | 'detail' | 'nextAction'> | undefined {
  if (status === 'bounced')
    return {
      kind: 'email-bounced',
      detail: "The recipient's mail server refused an e-mail, so it did not arrive.",
      nextAction: 'Tell the recipient another way, and correct their address where it is wrong.',
    }
  if (status === 'spam-reported')
    return {
      kind: 'email-spam-reported',
      detail: 'The recipient has reported an e-mail as spam. The mailer sends them nothing from now on.',
      nextAction:
        'Ask the recipient how they want to be told. Only with their consent take the address off the list at the mailer.',
    }
  if (status !== 'dropped') return undefined
  return suppression
    ? {
        kind: 'email-dropped',
        detail: `The mailer did not send an e-mail: the address stands on its list of ${listNames[suppression]} (${suppression}).`,
        nextAction:
          'Tell the recipient another way, and that their address is on this list. When it works again, or they consent, take it off the list at the mailer.',
      }
    : {
        kind: 'email-dropped',
        detail:
          'The mailer took an e-mail and then did not send it; its reason stands on the entry of the outbox.',
        nextAction: 'Tell the recipient another way, and read at the mailer why it was dropped.',
      }
}
