import { systemActorId } from '../commit-extras.ts'
import type { Needs } from '../context.ts'
import { change } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { NewItem } from '../items/item.ts'
import type { Versioned } from '../ports.ts'
import {
  type EmailReport,
  type EmailStatus,
  type OutboxEmail,
  type Report,
  type ReportChange,
  type ReportedFate,
  reportedFates,
  type SuppressionList,
} from './ports.ts'

const weightOf = ({ fate }: Report): number => reportedFates.indexOf(fate)

type Deps = Needs<'outbox'>

/** E-mails handled at once. */
const width = 10

/** Records the mailer's reports; order and repetition do not matter. Unknown e-mails are ignored. */
export async function reportEmails(deps: Deps, reports: readonly EmailReport[]): Promise<void> {
  const byEmail = Map.groupBy(reports, ({ emailId }) => emailId)
  await inParallel(width, [...byEmail], ([emailId, told]) => reportEmail(deps, emailId, told))
}

const reportEmail = (deps: Deps, emailId: string, told: readonly EmailReport[]): Promise<unknown> =>
  change<Versioned<OutboxEmail> | undefined, Versioned<OutboxEmail> & { next: ReportChange }, unknown>(deps, {
    read: () => deps.outbox.read(emailId),
    decide: stored => {
      const next = stored && afterReports(stored.value, aboutIt(stored.value, told))
      return next ? { write: { ...stored, next } } : { result: undefined }
    },
    commit: ({ value, revision, next }) => deps.outbox.report(emailId, revision, next, extrasOf(value, next)),
  })

/** An event about an e-mail to somebody else says nothing of this one. */
const aboutIt = ({ to: of }: Pick<OutboxEmail, 'to'>, told: readonly EmailReport[]): Report[] =>
  told.flatMap(({ to, emailId: _, ...report }) =>
    to === undefined || of === '' || to.toLowerCase() === of.toLowerCase() ? report : [],
  )

/** The e-mail's change; undefined if the reports say nothing new. Pure. */
export function afterReports(
  { status, report: known }: Pick<OutboxEmail, 'status' | 'report'>,
  told: readonly Report[],
): ReportChange | undefined {
  const [heaviest] = told.toSorted((a, b) => weightOf(b) - weightOf(a) || b.at.getTime() - a.at.getTime())
  if (!heaviest) return undefined
  const saysMore = known ? weightOf(heaviest) > weightOf(known) : true
  const isLater = known?.fate === heaviest.fate && heaviest.at > known.at
  if (!saysMore && !isLater) return undefined
  // "Sent" already means accepted.
  if (heaviest.fate === 'accepted' && status === 'sent') return undefined
  return { status: statusOf(heaviest.fate), report: heaviest }
}

const statusOf = (fate: ReportedFate): EmailStatus =>
  fate === 'accepted' || fate === 'deferred' ? 'sent' : fate

/** Opens an item if the recipient must be told another way, and resolves the one that asked whether it was sent. */
function extrasOf({ emailId, about, status: before, dueAt }: OutboxEmail, { status, report }: ReportChange) {
  const words = status !== before ? wordsOf(status, report) : undefined
  const opened: NewItem | undefined = words && {
    ...words,
    id: `${words.kind}_${emailId}`,
    about: { ...about, emailId, ...(report.suppression && { reason: report.suppression }) },
    createdAt: report.at,
  }
  // As long as it is to be sent again nobody is asked.
  const answered =
    before === 'unknown' &&
    !dueAt &&
    ({ resolve: `email-outcome-unknown_${emailId}`, by: systemActorId, at: report.at } as const)
  return { items: [...(opened ? [{ open: opened }] : []), ...(answered ? [answered] : [])] }
}

const listNames: Record<SuppressionList, string> = {
  bounces: 'addresses that bounced',
  'spam-reports': 'addresses that reported spam',
  unsubscribes: 'addresses that unsubscribed',
  'invalid-addresses': 'addresses that do not exist',
}

/** The item's text, if the e-mail did not arrive or was unwanted. */
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
