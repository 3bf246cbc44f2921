import { systemActorId } from '../company.ts'
import { change } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { NewItem } from '../items/item.ts'
import type { Clock, Versioned } from '../ports.ts'
import type { EmailStatus, Outbox, OutboxEmail } from './ports.ts'

/** What the mailer tells of an e-mail after it was handed over, by how much that says. */
const weights = {
  accepted: 0,
  deferred: 1,
  delivered: 2,
  bounced: 3,
  dropped: 4,
  'spam-reported': 5,
} as const
export type ReportedFate = keyof typeof weights
export const reportedFates = [
  'accepted',
  'deferred',
  'delivered',
  'bounced',
  'dropped',
  'spam-reported',
] as const satisfies ReportedFate[]

/** The mailer's lists of addresses to which it sends nothing. */
export const suppressionLists = ['bounces', 'spam-reports', 'unsubscribes', 'invalid-addresses'] as const
export type SuppressionList = (typeof suppressionLists)[number]

export interface Report {
  fate: ReportedFate
  at: Date
  /** In the mailer's words. */
  reason?: string | undefined
  /** The list on which the address stands, when that is why it was dropped. */
  suppression?: SuppressionList | undefined
}

export interface EmailReport extends Report {
  emailId: string
}

/** What a report makes of an e-mail: it goes forward only, so nothing is due any more. */
export interface ReportChange {
  status: EmailStatus
  report: Report
}

export interface ReportEmailsDeps {
  clock: Clock
  outbox: Pick<Outbox, 'read' | 'report'>
}

/** E-mails that are looked after at once. */
const width = 10

/** Takes the mailer's word on e-mails, in any order and however often. One that is not of ours is left alone. */
export async function reportEmails(deps: ReportEmailsDeps, reports: readonly EmailReport[]): Promise<void> {
  const byEmail = Map.groupBy(reports, ({ emailId }) => emailId)
  await inParallel(width, [...byEmail], ([emailId, told]) => reportEmail(deps, emailId, told))
}

const reportEmail = (deps: ReportEmailsDeps, emailId: string, told: readonly Report[]): Promise<void> =>
  change<Versioned<OutboxEmail> | undefined, Versioned<ReportChange> & { stored: OutboxEmail }, void>(deps, {
    read: () => deps.outbox.read(emailId),
    decide: stored => {
      const next = stored && afterReports(stored.value, told)
      return next
        ? { write: { value: next, revision: stored.revision, stored: stored.value } }
        : { result: undefined }
    },
    commit: async ({ value, revision, stored }) => {
      const ended = await deps.outbox.report(emailId, revision, value, companyOf(stored, value))
      return ended === 'unresolved' ? ended : { result: undefined }
    },
  })

/** What an e-mail becomes; undefined where nothing is told that says more than what is known. Pure. */
export function afterReports(
  { status, report: known }: Pick<OutboxEmail, 'status' | 'report'>,
  told: readonly Report[],
): ReportChange | undefined {
  const [heaviest] = told.toSorted(
    (a, b) => weights[b.fate] - weights[a.fate] || b.at.getTime() - a.at.getTime(),
  )
  if (!heaviest) return undefined
  const saysMore = known ? weights[heaviest.fate] > weights[known.fate] : true
  const isLater = known?.fate === heaviest.fate && heaviest.at > known.at
  if (!saysMore && !isLater) return undefined
  // That it was accepted is what "sent" means.
  if (heaviest.fate === 'accepted' && status === 'sent') return undefined
  return { status: statusOf(heaviest.fate), report: heaviest }
}

const statusOf = (fate: ReportedFate): EmailStatus =>
  fate === 'accepted' || fate === 'deferred' ? 'sent' : fate

/** An item for who has to tell the recipient another way; and nobody has to ask any more whether it was sent. */
function companyOf({ emailId, about, status: before }: OutboxEmail, { status, report }: ReportChange) {
  const words = status !== before ? wordsOf(status, report) : undefined
  const opened: NewItem | undefined = words && {
    ...words,
    id: `${words.kind}_${emailId}`,
    about: { ...about, emailId, ...(report.suppression && { reason: report.suppression }) },
    createdAt: report.at,
  }
  const answered =
    before === 'unknown' &&
    ({ resolve: `email-outcome-unknown_${emailId}`, by: systemActorId, at: report.at } as const)
  return { items: [...(opened ? [{ open: opened }] : []), ...(answered ? [answered] : [])] }
}

const listNames: Record<SuppressionList, string> = {
  bounces: 'addresses that bounced',
  'spam-reports': 'addresses that reported spam',
  unsubscribes: 'addresses that unsubscribed',
  'invalid-addresses': 'addresses that do not exist',
}

/** For a person, where an e-mail did not arrive or was not wanted. */
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
