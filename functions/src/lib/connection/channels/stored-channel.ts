import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { endingWrites } from '../../billing/ledger.ts'
import { isDocumentId } from '../../identifiers.ts'
import {
  anyFields,
  byId,
  collection,
  expiring,
  patch,
  type Store,
  type StoredDocument,
  set,
  type Write,
  without,
} from '../../store.ts'
import { type PropertyChannel, storedPropertyChannel, type WarningKind } from './property-channel.ts'

/** Stored compressed; an unreadable mapping counts as absent. */
const schema = z.preprocess(fields => {
  if (typeof fields !== 'object' || fields === null || !('pendingMapping' in fields)) return fields
  const { pendingMapping } = fields
  const isBeingMapped = pendingMapping !== undefined && pendingMapping !== null
  return { ...fields, isBeingMapped, pendingMapping: unpackedOrNone(pendingMapping) }
}, storedPropertyChannel)

export const propertyChannels = collection('propertyChannels/{channelId}', schema)
const histories = collection('propertyChannels/{channelId}/history/{id}', anyFields)

/** Undefined if missing or invalid. */
export const readChannel = async (
  store: Store,
  channelId: string,
): Promise<StoredDocument<PropertyChannel> | undefined> =>
  isDocumentId(channelId) ? store.read(propertyChannels.sound.at(channelId)) : undefined

export interface ChannelChange {
  set?: Partial<
    Pick<
      PropertyChannel,
      | 'status'
      | 'mapping'
      | 'version'
      | 'mappingStatus'
      | 'offer'
      | 'verdict'
      | 'currency'
      | 'pricingType'
      | 'pendingMapping'
      | 'review'
      | 'disconnect'
      | 'leaseUntil'
      | 'lookAt'
      | 'seen'
      | 'notSelling'
      | 'warned'
    >
  >
  clear?: ('pendingMapping' | 'leaseUntil' | 'disconnect' | 'lookAt')[]
}

export function channelPatch(
  channel: StoredDocument<PropertyChannel>,
  { set: { pendingMapping, ...fields } = {}, clear = [] }: ChannelChange,
): Write {
  const due = fields.leaseUntil && { dueAt: fields.leaseUntil }
  const fieldNames = clear.flatMap(field => (field === 'leaseUntil' ? [field, 'dueAt'] : [field]))
  const pending = pendingMapping && { pendingMapping: packed(pendingMapping) }
  return patch(channel, { ...fields, ...due, ...pending, ...without(fieldNames) }, channel.revision)
}

interface ChannelEnd {
  id: string
  by: string
  at: Date
}

export function endWrites(
  channel: StoredDocument<PropertyChannel>,
  { id, by, at }: ChannelEnd,
  { fields, charges }: { fields: object; charges: Parameters<typeof endingWrites>[0] },
): Write[] {
  const ended = { status: 'disconnected', disconnectedAt: at, disconnectedBy: by }
  const history = Object.entries(fields).filter(([field]) => !passing.includes(field))
  return [
    patch(channel, { ...ended, ...without(passing) }, channel.revision),
    set(histories.at(channel.id, id), {
      ...Object.fromEntries(history),
      ...ended,
      ...expiring('history', at),
    }),
    ...endingWrites(charges, at),
  ]
}

/** Removed at the end. */
const passing = ['leaseUntil', 'dueAt', 'pendingMapping', 'disconnect', 'lookAt', 'warned']

/** `channelManagerChannelId`: of any property. */
interface OfProperty {
  propertyId?: string | undefined
  channelManagerChannelId?: string | undefined
}

/** The warning goes to the named channel, else to the property's. */
export async function noteReason(
  store: Store,
  of: OfProperty | { channelId: string },
  at: Date,
  warning?: WarningKind,
): Promise<void> {
  if ('channelId' in of) {
    await store.commit([patch(propertyChannels.at(of.channelId), { lookAt: at })])
    return
  }
  const { channelManagerChannelId: named } = of
  // A look under way clears an earlier `lookAt` and may miss this reason.
  for (const channel of await activeOf(store, of)) {
    if (warning && named !== undefined && channel.value.channelManagerChannelId !== named) continue
    await store.commit([patch(channel, { lookAt: at, ...(warning && { [`warned.${warning}`]: at }) })])
  }
}

async function activeOf(
  store: Store,
  { propertyId, channelManagerChannelId: named }: OfProperty,
): Promise<StoredDocument<PropertyChannel>[]> {
  const channels = await Promise.all([
    propertyId ? store.find(propertyChannels.sound.where('propertyId', '==', propertyId)) : [],
    named ? store.find(propertyChannels.sound.where('channelManagerChannelId', '==', named)) : [],
  ])
  return [...byId(channels.flat()).values()].filter(({ value: { status } }) => status === 'active')
}

/** 2,000 rates with their offer fill most of a document's 1 MiB; compression leaves a tenth. Times become strings. */
const packed = (value: unknown): Buffer => gzipSync(JSON.stringify(value))

/** Accepts uncompressed values. */
function unpackedOrNone(value: unknown): unknown {
  try {
    return value instanceof Uint8Array ? JSON.parse(gunzipSync(value).toString()) : value
  } catch {
    return undefined
  }
}
