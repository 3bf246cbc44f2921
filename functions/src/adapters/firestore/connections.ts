import { channelIdOf } from '../../lib/connection/attempt/completion.ts'
import { targetOf } from '../../lib/connection/attempt/facts.ts'
import type { Completion, Connections, OpenRequest } from '../../lib/connection/ports.ts'
import { attemptIn, attempts, claimWrite, journalFields, leftBehind } from './attempts.ts'
import { channelDocs } from './channels.ts'
import type { Firestore, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { properties } from './properties.ts'
import { defined, set, update, without } from './repository.ts'
import { requestList } from './request-list.ts'
import {
  askedRequests,
  guidedRequests,
  openRequests,
  requestEndWrites,
  requestsFor,
  waitingRequests,
} from './requests.ts'
import { endOf } from './retention.ts'

/** What else the commit of a completed connection writes. */
export type Settlement = (completion: Pick<Completion, 'facts' | 'subscription' | 'at'>) => Write[]

export function connections(db: Firestore, settle: Settlement): Connections {
  const stored = attempts(db)
  const channels = channelDocs(db)
  return {
    ...requestList(db),
    ...askedRequests(db),
    ...waitingRequests(db),
    ...guidedRequests(db),
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

    async holdersOf(ota, hotelId) {
      const { docs } = await (await db.queries())
        .collection('propertyChannels')
        .where('hotelId', '==', hotelId)
        .get()
      return docs
        .flatMap(document => channels.sound(document)?.value ?? [])
        .filter(channel => channel.ota === ota)
        .map(({ propertyId, channelManagerChannelId, status }) => ({
          ...{ propertyId, channelManagerChannelId, hasEnded: status === 'disconnected' },
        }))
    },

    async userOf(channelManagerChannelId, target) {
      const found = await (await db.queries())
        .collection('propertyChannels')
        .where('channelManagerChannelId', '==', channelManagerChannelId)
        .get()
      const own = channelIdOf(target)
      const other = found.docs.find(channel => channel.id !== own && channel.get('status') !== 'disconnected')
      return other && String(other.get('propertyId'))
    },

    claim: (claim, previous, extras) => commit(db, [claimWrite(stored, claim, previous)], extras),

    journal: (target, entry, revision) =>
      commit(db, [update(stored.doc(target), journalFields(entry), revision)]),

    release: (target, at, revision) =>
      commit(db, [update(stored.doc(target), { leaseUntil: at, dueAt: at }, revision)]),

    reject(facts, { requests, at, rejection, leftover, currentStep }, revision, extras) {
      const ended = rejection && { rejection, endedAt: rejection.at, ...defined({ currentStep }) }
      const end = leftover ? {} : endOf(db, 'connectionAttempts', at)
      const fields = { status: 'rejected', ...ended, ...leftBehind(leftover, rejection?.at), ...end }
      const { hotelId, listingUrl, waitingRequest } = facts
      const tried = { hotelId, listingUrl }
      const keepsWait = waitingRequest !== undefined
      const rejected = rejection
        ? requestEndWrites(db, requests, { status: 'rejected', rejection, tried, keepsWait })
        : []
      return commit(db, [update(stored.doc(facts), fields, revision), ...rejected], extras)
    },

    complete(completion, requests, revision, extras) {
      const { facts, at } = completion
      const end = { ...without(['leftover', 'dueAt']), ...endOf(db, 'connectionAttempts', at) }
      const writes = [
        update(stored.doc(facts), { status: 'completed', endedAt: at, ...end }, revision),
        set(channels.doc(channelIdOf(facts)), newChannel(completion, requests)),
        ...requestEndWrites(db, requests, { status: 'completed', at }),
        ...settle(completion),
      ]
      return commit(db, writes, extras)
    },

    endRequests: (requests, end, extras) => commit(db, requestEndWrites(db, requests, end), extras),
  }
}

/** The property channel of a new connection. */
const newChannel = (
  { facts, channelManagerChannelId, mapping, offer, review, currency, subscription, at }: Completion,
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
  ...defined({ review, currency, listingUrl: facts.listingUrl }),
  subscriptionId: subscription?.id ?? null,
  requestIds: requests.map(({ id }) => id),
  attemptId: facts.attemptId,
  createdAt: at,
  lookAt: at,
})
