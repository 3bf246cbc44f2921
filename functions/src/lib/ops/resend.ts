import type { Actor } from '../actor.ts'
import { type AuditEntry, attest } from '../audit.ts'
import { type Delivery, storedDelivery } from '../chat/message.ts'
import { changedMessage } from '../chat/stored-messages.ts'
import { fieldAt, isMap, textAt } from '../documents.ts'
import type { Commit } from '../durable/change.ts'
import { idsIn } from '../identifiers.ts'
import { closeItem } from '../items/change-item.ts'
import { fieldRemoval, pagesOf, patch, type Query, type StoredDocument } from '../store.ts'
import type { OpsContext } from './context.ts'
import { documentsIn } from './documents.ts'

export interface ResendOrder {
  what: SentKind
  vendor: string
  statuses: readonly string[]
  since?: Date | undefined
  until?: Date | undefined
  /** E-mails and forwards take their parameters' time. */
  hours: number
}

const hourMs = 3_600_000

interface Sent {
  query: Query
  statusAt: string
  /** Undefined for an unreadable document. */
  again(
    deps: OpsContext,
    document: StoredDocument,
    times: { now: Date; hours: number },
  ): Promise<Commit<unknown>> | undefined
  itemOf?(document: StoredDocument): string
}

const refOf = ({ path }: StoredDocument) => {
  const [threadId = '', messageId = ''] = idsIn(path)
  return { threadId, messageId }
}

const sentKinds = {
  messages: {
    query: documentsIn('messages', true),
    statusAt: 'delivery.status',
    again({ store }, document, { now, hours }) {
      const { delivery } = document.value
      const { data } = storedDelivery.safeParse({ ...(isMap(delivery) && delivery), dueAt: now })
      if (!data) return undefined
      const sendUntil = new Date(now.getTime() + hours * hourMs)
      // The look-up comes first; the sender died long ago.
      if (data.status === 'unknown')
        return store.commit([
          changedMessage(refOf(document), document.revision, {
            delivery: { ...data, callEnded: true, sendUntil },
          }),
        ])
      return store.commit([
        changedMessage(refOf(document), document.revision, {
          delivery: { ...unsent(data, textAt(document, 'externalMessageId')), dueAt: now, sendUntil },
          // A report about the earlier send must not count for the next.
          externalMessageId: null,
        }),
      ])
    },
  },
  emails: {
    query: documentsIn('emails'),
    statusAt: 'status',
    again: ({ store }, document, { now }) =>
      store.commit([
        patch(
          document,
          { status: 'pending', attempts: 0, triedSince: now, dueAt: now, lostAnswers: fieldRemoval },
          document.revision,
        ),
      ]),
  },
  forwards: {
    query: documentsIn('messages', true),
    statusAt: 'forwarding.status',
    again({ store }, document, { now }) {
      const byMember = fieldAt(document.value, 'forwarding.byMember') === true
      const forwarding = {
        status: 'pending' as const,
        attempts: 0,
        dueAt: now,
        ...(byMember && { byMember }),
      }
      return store.commit([changedMessage(refOf(document), document.revision, { forwarding })])
    },
    itemOf: document => `forwarding-failed_${refOf(document).threadId}`,
  },
} as const satisfies Record<string, Sent>

export type SentKind = keyof typeof sentKinds

function unsent(
  { reservationId, template, automated, byMember, replacedIds = [] }: Delivery,
  sentAs?: string,
) {
  const replaced = sentAs === undefined ? replacedIds : [...replacedIds, sentAs]
  return {
    status: 'pending' as const,
    attempts: 0,
    ...(reservationId && { reservationId }),
    ...(template && { template }),
    ...(automated && { automated }),
    ...(byMember && { byMember }),
    ...(replaced.length > 0 && { replacedIds: replaced }),
  }
}

const pageSize = 200

export async function resend(
  deps: OpsContext,
  actor: Actor,
  { isDryRun, ...order }: ResendOrder & { isDryRun: boolean },
): Promise<{ found: number; resent: number }> {
  const { what, vendor, statuses, since, until } = order
  const { query, statusAt }: Sent = sentKinds[what]
  const failures = query
    .where(statusAt, 'in', statuses)
    .where('createdAt', '>=', since ?? new Date(0))
    .where('createdAt', '<', until ?? new Date('9999-12-31'))
    .orderBy('createdAt')
  const found = await deps.store.count(failures)
  deps.tell(`${found} to send again by ${vendor}`)
  if (isDryRun || found === 0) return { found, resent: 0 }
  const attestation = (action: string, metadata: AuditEntry['metadata'] = {}) =>
    attest(deps, actor, {
      action,
      targetType: 'vendor',
      targetId: vendor,
      metadata: {
        vendor,
        status: statuses.join(','),
        found,
        since: since?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        ...metadata,
      },
    })
  await attestation('ops.resend-begun')
  let resent = 0
  for await (const page of pagesOf(deps.store, failures, pageSize)) {
    resent += await resendPage(deps, order, page)
    deps.tell(`${resent} of ${found}`)
  }
  await attestation('ops.resend', { resent })
  return { found, resent }
}

async function resendPage(
  deps: OpsContext,
  { what, hours }: ResendOrder,
  page: readonly StoredDocument[],
): Promise<number> {
  const { again, itemOf }: Sent = sentKinds[what]
  // A new failure opens the item again.
  const items = new Set(page.flatMap(document => itemOf?.(document) ?? []))
  await Promise.all([...items].map(id => closeItem(deps, id)))
  const times = { now: deps.clock.now(), hours }
  const ended = await Promise.allSettled(
    // An erased message has no text to send.
    page.filter(({ value }) => value.erasedAt === undefined).map(document => again(deps, document, times)),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return ended.filter(end => end.status === 'fulfilled' && typeof end.value === 'object').length
}
