import { randomUUID } from 'node:crypto'
import { steppedClock } from './chat-deps.ts'
import { type PropertySpec, storeProperty } from './connection-builders.ts'
import { mappedChannel } from './mapped-channel.ts'
import { memoryLog } from './memory-log.ts'
import { builtContext } from './test-context.ts'
import { ownProject, type Surroundings } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document's shape is what the tests are about
type Data = any

/** A project of the test's own, since the watch looks at every channel. */
export async function watchWorld({ sandbox }: Surroundings) {
  const { projectId, db, close } = ownProject()
  const clock = steppedClock()
  const log = memoryLog()
  const context = await builtContext(
    { firestore: db, clock, log },
    { sandboxUrl: sandbox.url, timeoutMs: 4000 },
  )
  const { channelManager: manager } = context
  const deps = { ...context, log, atOnce: context.atOnce('channel-manager'), roundMs: 0 }

  const channelDoc = (channelId: string) => db.doc(`propertyChannels/${channelId}`)
  /** A channel's items by kind. */
  const items = async (channelId: string): Promise<Record<string, Data>> => {
    const { docs } = await db.collection('items').where('channelId', '==', channelId).get()
    return Object.fromEntries(docs.map(item => [item.get('kind'), item.data()]))
  }

  /** A property with an active channel, as a connection leaves them. */
  async function connected(spec: PropertySpec = {}, more: object = {}) {
    const property = await storeProperty(spec, { db, sandbox })
    const { propertyId, hotelId } = property
    const { id, draft, mapping, offer } = await mappedChannel(property, manager, db)
    const channelId = `${propertyId}_booking`
    const channel = {
      propertyId,
      ota: 'booking',
      status: 'active',
      hotelId,
      channelManagerChannelId: id,
      mapping: JSON.parse(JSON.stringify(mapping)),
      mappingStatus: 'initial',
      version: 1,
      offer: JSON.parse(JSON.stringify(offer)),
      attemptId: randomUUID(),
      createdAt: clock.now(),
    }
    await db.doc(`propertyChannels/${channelId}`).set({ ...channel, ...more })
    const document = channelDoc(channelId)
    return {
      property,
      channelId,
      channelManagerChannelId: id,
      draft,
      stored: async (): Promise<Data> => (await document.get()).data(),
      update: (fields: object) => document.update({ ...fields }),
      items: () => items(channelId),
      /** Kinds of the items that are open. */
      open: async () =>
        Object.values(await items(channelId))
          .filter(({ status }) => status === 'open')
          .map(({ kind }): string => kind)
          .sort(),
      off: () => manager.deactivate(id),
    }
  }

  return {
    projectId,
    db,
    deps,
    context,
    clock,
    manager,
    connected,
    channelDoc,
    itemDoc: (itemId: string) => db.doc(`items/${itemId}`),
    stored: async (channelId: string): Promise<Data> => (await channelDoc(channelId).get()).data(),
    ourWebhooks: () => deps.webhooks.registered(),
    stop: close,
  }
}
export type WatchWorld = Awaited<ReturnType<typeof watchWorld>>

/** A time so many minutes from now, as ISO 8601. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
