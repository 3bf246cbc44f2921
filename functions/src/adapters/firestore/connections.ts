import { channelIdOf } from '../../lib/connection/attempt/completion.ts'
import { targetOf } from '../../lib/connection/attempt/facts.ts'
import type { Completion, Connections, OpenRequest } from '../../lib/connection/ports.ts'
import { attemptIn, attempts, journalFields, leftBehind, writeClaim } from './attempts.ts'
import { channelDocs } from './channels.ts'
import { FieldValue, type Firestore, type WriteBatch } from './client.ts'
import { addExtras } from './commit-extras.ts'
import { resolvedCommit } from './failures.ts'
import { properties } from './properties.ts'
import { defined, unchanged } from './repository.ts'
import { openRequests, requestList, requestsFor, writeRequestEnd } from './requests.ts'
import { endOf } from './retention.ts'

/** What else the commit of a completed connection writes. */
export type Settlement = (
  batch: WriteBatch,
  completion: Pick<Completion, 'facts' | 'subscription' | 'at'>,
) => void

export function connections(db: Firestore, settle: Settlement): Connections {
  const stored = attempts(db)
  const channels = channelDocs(db)
  return {
    ...requestList(db),
    ...properties(db),

    async load(target) {
      const [[channel, attempt], requests] = await Promise.all([
        db.getAll([channels.doc(channelIdOf(target)), stored.doc(target)]),
        requestsFor(db, target),
      ])
      return { channel: channels.parsed(channel), attempt: attemptIn(stored, target, attempt), requests }
    },

    attempt: async target => attemptIn(stored, target, await stored.doc(target).get()),

    openRequests: (requestIds, pendingFor) => openRequests(db, requestIds, pendingFor),

    async userOf(channelManagerChannelId, target) {
      const found = await (await db.queries())
        .collection('propertyChannels')
        .where('channelManagerChannelId', '==', channelManagerChannelId)
        .get()
      const own = channelIdOf(target)
      const other = found.docs.find(channel => channel.id !== own && channel.get('status') !== 'disconnected')
      return other && String(other.get('propertyId'))
    },

    claim(claim, previous, extras) {
      const batch = db.batch()
      writeClaim(stored, batch, claim, previous)
      addExtras(db, batch, extras)
      return resolvedCommit(batch.commit())
    },

    journal: (target, entry, revision) =>
      resolvedCommit(stored.doc(target).update(journalFields(entry), unchanged(revision))),

    reject(target, { requests, at, rejection, leftover, currentStep }, revision, extras) {
      const ended = rejection && { rejection, endedAt: rejection.at, ...defined({ currentStep }) }
      const batch = db.batch()
      const end = leftover ? {} : endOf(db, 'connectionAttempts', at)
      const fields = { status: 'rejected', ...ended, ...leftBehind(leftover, rejection?.at), ...end }
      batch.update(stored.doc(target), fields, unchanged(revision))
      if (rejection) writeRequestEnd(db, batch, requests, { status: 'rejected', rejection })
      addExtras(db, batch, extras)
      return resolvedCommit(batch.commit())
    },

    complete(completion, requests, revision, extras) {
      const batch = db.batch()
      const { facts, at } = completion
      const ended = {
        status: 'completed',
        endedAt: at,
        leftover: FieldValue.delete(),
        dueAt: FieldValue.delete(),
        ...endOf(db, 'connectionAttempts', at),
      }
      batch.update(stored.doc(facts), ended, unchanged(revision))
      batch.set(channels.doc(channelIdOf(facts)), newChannel(completion, requests))
      writeRequestEnd(db, batch, requests, { status: 'completed', at })
      addExtras(db, batch, extras)
      settle(batch, completion)
      return resolvedCommit(batch.commit())
    },

    endRequests(requests, end, extras) {
      const batch = db.batch()
      writeRequestEnd(db, batch, requests, end)
      addExtras(db, batch, extras)
      return resolvedCommit(batch.commit())
    },
  }
}

/** The property channel of a new connection. */
const newChannel = (
  { facts, channelManagerChannelId, mapping, offer, currency, subscription, at }: Completion,
  requests: readonly OpenRequest[],
): Record<string, unknown> => ({
  ...targetOf(facts),
  status: 'active',
  hotelId: facts.hotelId,
  channelManagerChannelId,
  mapping,
  mappingStatus: 'initial',
  version: 1,
  offer,
  ...defined({ currency, listingUrl: facts.listingUrl }),
  subscriptionId: subscription?.id ?? null,
  requestIds: requests.map(({ id }) => id),
  attemptId: facts.attemptId,
  createdAt: at,
})
