import type { Versioned } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { propertyChannels } from '../channels/stored-channel.ts'
import type { ConnectionRequest } from '../model.ts'
import { requestsFor } from '../open-requests.ts'
import { type PropertyRecord, readProperty } from '../properties/stored-property.ts'
import { channelIdOf, type Target } from '../target.ts'
import { type Job, jobAt } from './job.ts'

export interface ConnectionRecord {
  channel: PropertyChannel | undefined
  job: Versioned<Job> | undefined
  requests: ConnectionRequest[]
}

export type TargetContext = PropertyRecord & ConnectionRecord

export async function loadTarget({ store }: { store: Store }, target: Target): Promise<TargetContext> {
  const [property, connection] = await Promise.all([
    readProperty(store, target.propertyId),
    loadConnection(store, target),
  ])
  return { ...property, ...connection }
}

export async function loadConnection(store: Store, target: Target): Promise<ConnectionRecord> {
  const [{ channel, job }, requests] = await Promise.all([
    store.get({ channel: propertyChannels.at(channelIdOf(target)), job: jobAt(target) }),
    requestsFor(store, target),
  ])
  return { channel: channel?.value, job, requests }
}
