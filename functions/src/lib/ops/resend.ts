import type { Actor } from '../actor.ts'
import { type AuditEntry, attest } from '../audit.ts'
import { type Delivery, storedDelivery } from '../chat/message.ts'
import { type DocumentQuery, fieldAt, isMap, type StoredDocument, textAt } from '../documents.ts'
import type { Commit } from '../durable/change.ts'
import { idsIn } from '../identifiers.ts'
import { closeItem } from '../items/change-item.ts'
import type { OpsContext } from './context.ts'

/** Which of what was not sent is to be sent again. */
export interface Wanted {
  what: SentKind
  /** The vendor as operations name it. */
  vendor: string
  statuses: readonly string[]
  since?: Date | undefined
  until?: Date | undefined
  /** For so many from now on a message is tried. E-mails and forwards have the time that their parameters give. */
  hours: number
}

const hourMs = 3_600_000

interface Sent {
  query: Pick<DocumentQuery, 'collection' | 'group'>
  statusAt: string
  /** Makes one due again, as it was before its first try, if it is as it was read. Undefined for one that nobody can read. */
  again(
    deps: OpsContext,
    found: StoredDocument,
    times: { now: Date; hours: number },
  ): Promise<Commit<unknown>> | undefined
  /** The item that says that it was not sent. */
  itemOf?(found: StoredDocument): string
}

const refOf = ({ path }: StoredDocument) => {
  const [threadId = '', messageId = ''] = idsIn(path)
  return { threadId, messageId }
}

/** What is sent, and how it becomes due again. */
const sentKinds = {
  messages: {
    query: { collection: 'messages', group: true },
    statusAt: 'delivery.status',
    again({ messages }, found, { now, hours }) {
      const { delivery } = found.value
      const { data } = storedDelivery.safeParse({ ...(isMap(delivery) && delivery), dueAt: now })
      if (!data) return undefined
      const sendUntil = new Date(now.getTime() + hours * hourMs)
      // The provider is asked first; whoever sent it has long ended.
      if (data.status === 'unknown')
        return messages.change(refOf(found), found.revision, {
          delivery: { ...data, callEnded: true, sendUntil },
        })
      return messages.change(refOf(found), found.revision, {
        delivery: { ...unsent(data, textAt(found, 'externalMessageId')), dueAt: now, sendUntil },
        // What is told of the earlier send is not told of the next one.
        externalMessageId: null,
      })
    },
  },
  emails: {
    query: { collection: 'emails' },
    statusAt: 'status',
    again: ({ documents }, { path, revision }, { now }) =>
      documents.write(path, revision, {
        fields: { status: 'pending', attempts: 0, triedSince: now, dueAt: now },
        without: ['lostAnswers'],
      }),
  },
  forwards: {
    query: { collection: 'messages', group: true },
    statusAt: 'forwarding.status',
    again({ messages }, found, { now }) {
      const byMember = fieldAt(found.value, 'forwarding.byMember') === true
      const forwarding = {
        status: 'pending' as const,
        attempts: 0,
        dueAt: now,
        ...(byMember && { byMember }),
      }
      return messages.change(refOf(found), found.revision, { forwarding })
    },
    itemOf: found => `forwarding-failed_${refOf(found).threadId}`,
  },
} as const satisfies Record<string, Sent>

export type SentKind = keyof typeof sentKinds

/** What a delivery was before its first try. */
function unsent(
  { reservationId, template, automated, byMember, replacedIds = [] }: Delivery,
  sentAs?: string,
) {
  const replaced = sentAs === undefined ? replacedIds : [...replacedIds, sentAs]
  return {
    ...{ status: 'pending' as const, attempts: 0 },
    ...(reservationId && { reservationId }),
    ...(template && { template }),
    ...(automated && { automated }),
    ...(byMember && { byMember }),
    ...(replaced.length > 0 && { replacedIds: replaced }),
  }
}

const pageSize = 200

/** Makes due again what is wanted, page by page, between two audit entries. One that changes meanwhile is left as it is. */
export async function resend(
  deps: OpsContext,
  actor: Actor,
  { isDryRun, ...wanted }: Wanted & { isDryRun: boolean },
): Promise<{ found: number; resent: number }> {
  const { what, vendor, statuses, since, until } = wanted
  const { query, statusAt }: Sent = sentKinds[what]
  const asked: DocumentQuery = {
    ...query,
    among: [statusAt, statuses],
    where: [
      ...(since ? [['createdAt', '>=', since] as const] : []),
      ...(until ? [['createdAt', '<', until] as const] : []),
    ],
    orderBy: ['createdAt', 'asc'],
  }
  const found = await deps.documents.count(asked)
  deps.tell(`${found} to send again by ${vendor}`)
  if (isDryRun || found === 0) return { found, resent: 0 }
  const told = (action: string, metadata: AuditEntry['metadata'] = {}) =>
    attest(deps, actor, {
      ...{ action, targetType: 'vendor', targetId: vendor },
      metadata: {
        ...{ vendor, status: statuses.join(','), found },
        ...{ since: since?.toISOString() ?? null, until: until?.toISOString() ?? null },
        ...metadata,
      },
    })
  await told('ops.resend-begun')
  let resent = 0
  for await (const page of deps.documents.pages(asked, pageSize)) {
    resent += await resendPage(deps, wanted, page)
    deps.tell(`${resent} of ${found}`)
  }
  await told('ops.resend', { resent })
  return { found, resent }
}

async function resendPage(
  deps: OpsContext,
  { what, hours }: Wanted,
  page: readonly StoredDocument[],
): Promise<number> {
  const { again, itemOf }: Sent = sentKinds[what]
  // What fails again opens it again.
  const items = new Set(page.flatMap(found => itemOf?.(found) ?? []))
  await Promise.all([...items].map(id => closeItem(deps, id)))
  const times = { now: deps.clock.now(), hours }
  const ended = await Promise.allSettled(
    // Nothing is left to say of what was erased.
    page.filter(({ value }) => value.erasedAt === undefined).map(found => again(deps, found, times)),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return ended.filter(end => end.status === 'fulfilled' && typeof end.value === 'object').length
}
