import type { Query } from 'firebase-admin/firestore'
import { channelIdOf } from '../../lib/connection/attempt/completion.ts'
import { hotelIdOf, storedConsent } from '../../lib/connection/consents/consent.ts'
import type { ConsentedProperty, Consents } from '../../lib/connection/consents/ports.ts'
import type { OtaName } from '../../lib/connection/otas.ts'
import { defined } from '../../lib/documents.ts'
import { channelDocs } from './channels.ts'
import type { Firestore, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import type { Settlement } from './connections.ts'
import {
  byId,
  create,
  put,
  remove,
  repository,
  set,
  soundIn,
  update,
  without,
  withoutUndefined,
} from './repository.ts'
import { requestEndWrites } from './requests.ts'
import { endOf } from './retention.ts'

type Completed = Parameters<Consents['complete']>[1]

export function consents(db: Firestore, settle: Settlement): Consents {
  const docs = repository(db, { path: (id: string) => `consents/${id}`, schema: storedConsent })
  const fieldsOf = (consent: Completed, isNew: boolean) => {
    const fields = {
      ...withoutUndefined({ ...consent, mappings: consent.mappings.map(withoutUndefined) }),
      ...(isEnding(consent) && endOf(db, 'consents', consent.endedAt ?? consent.askedAt)),
    }
    const names = [...Object.keys(storedConsent.shape), 'expireAt']
    return { ...fields, ...(!isNew && without(names.filter(name => !Object.hasOwn(fields, name)))) }
  }
  const found = async (query: Query) => {
    const { docs: some } = await query.get()
    return [...byId(some, one => soundIn(one, storedConsent))].map(([id, consent]) => ({ id, consent }))
  }
  return {
    read: docs.read,

    async ofChannel(id) {
      const queries = await db.queries()
      return found(queries.collection('consents').where('channelManagerChannelId', '==', id))
    },
    async ofProperty(id) {
      const queries = await db.queries()
      return found(queries.collection('consents').where('propertyIds', 'array-contains', id))
    },

    put(consentId, consent, previous, { rejected, ...extras } = {}) {
      const written = put(docs.doc(consentId), fieldsOf(consent, previous === undefined), previous)
      const ends = rejected
        ? requestEndWrites(db, rejected.requests, {
            ...{ status: 'rejected', rejection: rejected.rejection, keepsWait: false },
          })
        : []
      return commit(db, [written, ...ends], extras)
    },

    complete(consentId, consent, previous, { properties, at }, extras) {
      const writes = properties.flatMap(property => [
        ...channelWrites(db, consentId, consent, property, at),
        ...requestEndWrites(db, property.requests, { status: 'completed', at }),
        ...settle(settled(property, consent.ota, at)),
      ])
      return commit(db, [update(docs.doc(consentId), fieldsOf(consent, false), previous), ...writes], extras)
    },
  }
}

/** Nothing is connected by it, and nothing is left to do. */
const isEnding = ({ state, dueAt }: Completed): boolean =>
  state !== 'active' && state !== 'activating' && dueAt === undefined

/** Of a channel as it was read: one that somebody has changed since is not written. */
function channelWrites(
  db: Firestore,
  consentId: string,
  { ota, channelManagerChannelId }: Completed,
  property: ConsentedProperty,
  at: Date,
): Write[] {
  const { propertyId, listings, requests, attemptId, subscription, channelRevision, closures } = property
  const document = channelDocs(db).doc(channelIdOf({ propertyId, ota }))
  const sold = { listings, hotelId: hotelIdOf(property), consentId, lookAt: at }
  if (property.before) return [update(document, sold, channelRevision)]
  const fresh = {
    ...{ propertyId, ota, status: 'active', channelManagerChannelId, ...sold },
    ...{ mapping: { rooms: [], ratePlans: [] }, mappingStatus: 'finalized', version: 1 },
    ...{ subscriptionId: subscription?.id ?? null, requestIds: requests.map(({ id }) => id) },
    ...{ attemptId, createdAt: at, ...defined({ closures }) },
  }
  if (channelRevision === undefined) return [create(document, fresh)]
  return [remove(document, channelRevision), set(document, fresh)]
}

const settled = (
  { propertyId, attemptId, landlordId, paymentId, subscription, listings, requests }: ConsentedProperty,
  ota: OtaName,
  at: Date,
): Parameters<Settlement>[0] => ({
  facts: {
    ...{ propertyId, ota, attemptId, landlordId, hotelId: hotelIdOf({ listings }) },
    ...{ channelManagerPropertyId: '', requestIds: requests.map(({ id }) => id) },
    ...(paymentId !== undefined && { paymentId }),
  },
  ...{ subscription, at },
})
