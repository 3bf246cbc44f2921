import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError, OddAnswerError } from '../../errors.ts'
import { clientId, documentId } from '../../identifiers.ts'
import type { Revision } from '../../ports.ts'
import { put, remove, set, type Write } from '../../store.ts'
import { properties, ratePlans, rooms } from '../model.ts'
import { refusals } from '../refusals.ts'
import type { ManagedStructure } from './managed-property.ts'
import { planTakeover, propertyChanges, type Takeover } from './plan-takeover.ts'
import { type PropertyRecord, propertiesAt, readAccount, readProperty } from './stored-property.ts'

type Deps = Needs<'channelManager' | 'store'>

export const managedQuery = z.object({
  q: z.string().max(200).default('').meta({ description: 'Part of the title, or the id.' }),
})

export const managedProperties = z
  .object({
    properties: z.array(
      z.object({
        channelManagerId: z.string(),
        title: z.string(),
        propertyId: z.string().nullable().meta({ description: 'Ours; null for one not taken over yet.' }),
      }),
    ),
    more: z.boolean().meta({ description: 'There are others than these 100.' }),
  })
  .meta({ id: 'ManagedProperties' })

const guestCount = z
  .number()
  .nullable()
  .meta({ description: 'Guests; null where the channel manager does not say.' })

const managedRatePlan = z.object({ id: z.string(), name: z.string(), occupancy: guestCount })

const managedRooms = z.array(
  z.object({ id: z.string(), name: z.string(), capacity: guestCount, ratePlans: z.array(managedRatePlan) }),
)

export const managedProperty = z
  .object({
    channelManagerId: z.string(),
    title: z.string(),
    propertyId: z.string().nullable(),
    landlordId: z.string().nullable(),
    rooms: managedRooms,
    changes: propertyChanges,
  })
  .meta({ id: 'ManagedProperty' })

export const propertyToTake = z.strictObject({
  channelManagerId: clientId.meta({ description: 'Of the property, at the channel manager.' }),
  landlordId: documentId,
})

export const takeoverAnswer = z
  .object({
    propertyId: z.string(),
    channelManagerId: z.string(),
    landlordId: z.string(),
    name: z.string(),
    isNew: z.boolean().meta({ description: 'False for one that was taken over before.' }),
    changes: propertyChanges,
  })
  .meta({ id: 'TakenOverProperty' })
export type TakeoverResult = z.infer<typeof takeoverAnswer>

const most = 100

/** One call for 100 properties. */
export async function listManaged(
  { channelManager, store }: Deps,
  text: string,
): Promise<z.infer<typeof managedProperties>> {
  const all = await channelManager.properties()
  const matches = all
    .filter(({ id, title }) => id === text || title.toLowerCase().includes(text.toLowerCase()))
    .toSorted((one, other) => one.title.localeCompare(other.title))
  const shown = matches.slice(0, most)
  const ourProperties = await propertiesAt(
    store,
    shown.map(({ id }) => id),
  )
  return {
    properties: shown.map(({ id, title }) => ({
      channelManagerId: id,
      title,
      propertyId: ourProperties.get(id)?.propertyId ?? null,
    })),
    more: matches.length > most,
  }
}

/** Throws `property-incomplete` for an unknown property. */
export async function previewManaged(
  deps: Deps,
  channelManagerId: string,
): Promise<z.infer<typeof managedProperty>> {
  const [structure, record] = await Promise.all([
    structureOf(deps, { channelManagerId }),
    ownRecord(deps, { channelManagerId }),
  ])
  const landlordId = record.property?.landlordId ?? null
  const { changes } = planTakeover(structure, landlordId, record)
  const plans = Map.groupBy(structure.ratePlans, ({ roomTypeId }) => roomTypeId)
  return {
    channelManagerId,
    title: structure.title,
    propertyId: record.property ? record.propertyId : null,
    landlordId,
    rooms: structure.roomTypes.map(({ id, title, capacity }) => ({
      id,
      name: title,
      capacity,
      ratePlans: (plans.get(id) ?? []).map(plan => ({
        id: plan.id,
        name: plan.title,
        occupancy: plan.occupancy,
      })),
    })),
    changes,
  }
}

interface TakeoverRequest extends z.infer<typeof propertyToTake> {
  /** Defaults to the channel manager's id. */
  propertyId?: string | undefined
  /** If the channel manager has none. */
  timeZone?: string | undefined
}

/** Throws as `takeOver`, but ignores the landlord's account. */
export async function previewTakeOver(
  deps: Deps,
  request: TakeoverRequest,
): Promise<Pick<TakeoverResult, 'isNew' | 'changes'>> {
  const [structure, record] = await Promise.all([structureOf(deps, request), ownRecord(deps, request)])
  checkKnown(record, request.landlordId)
  const { changes } = planTakeover(structure, request.landlordId, record)
  return { isNew: !record.property, changes }
}

/** Idempotent. Throws `property-incomplete`, `validation-failed`. */
export async function takeOver(deps: Deps, actor: Actor, request: TakeoverRequest): Promise<TakeoverResult> {
  const { channelManagerId, landlordId } = request
  const [structure, account, { propertyId, ...record }] = await Promise.all([
    structureOf(deps, request),
    readAccount(deps.store, landlordId),
    ownRecord(deps, request),
  ])
  if (!account) throw noAccount(landlordId)
  const audit = buildAuditEntry(deps, actor, {
    action: 'property.take-over',
    targetType: 'property',
    targetId: propertyId,
    metadata: { channelManagerId, landlordId },
  })
  const of = { propertyId, channelManagerId, landlordId, name: structure.title }
  return amend(deps, {
    read: () => readProperty(deps.store, propertyId),
    first: record,
    audit,
    decide(record) {
      checkKnown(record, landlordId)
      const takeover = planTakeover(structure, landlordId, record)
      const { changes } = takeover
      if (changes.length === 0) return { result: { ...of, isNew: false, changes } }
      const writes = writesOf(propertyId, takeover, record.revision)
      return { writes, result: { ...of, isNew: !record.property, changes } }
    },
  })
}

/** Keeps all other fields of the documents. */
const writesOf = (propertyId: string, takeover: Takeover, previous: Revision | undefined): Write[] => [
  put(properties.at(propertyId), takeover.property, previous),
  ...takeover.rooms.put.map(({ id, fields }) => set(rooms.at(propertyId, id), fields, true)),
  ...takeover.rooms.removals.map(id => remove(rooms.at(propertyId, id))),
  ...takeover.ratePlans.put.map(({ id, fields }) => set(ratePlans.at(propertyId, id), fields, true)),
  ...takeover.ratePlans.removals.map(id => remove(ratePlans.at(propertyId, id))),
]

export const noAccount = (landlordId: string): DomainError =>
  refusals.incomplete(`There is no account of a landlord ${landlordId}.`, 'Choose a landlord or import them')

function checkKnown({ property, defects }: PropertyRecord, landlordId: string): void {
  const places = [...defects.property, ...defects.rooms]
  if (places.length > 0) throw refusals.defective(places)
  if (!property?.landlordId || property.landlordId === landlordId) return
  throw new DomainError('validation-failed', 'The property belongs to another landlord.', {
    nextAction: 'Choose the landlord to whom it belongs, or have it moved first.',
    errors: [{ path: 'landlordId', message: 'is not the landlord of the property' }],
  })
}

export const alreadyOurs = (propertyId: string): DomainError =>
  new DomainError('validation-failed', `This property of the channel manager is ours as ${propertyId}.`, {
    nextAction: 'Give that id, or none.',
    errors: [{ path: 'id', message: `is not ${propertyId}` }],
  })

async function structureOf(
  { channelManager }: Deps,
  { channelManagerId, timeZone }: Pick<TakeoverRequest, 'channelManagerId' | 'timeZone'>,
): Promise<ManagedStructure> {
  const structure = await channelManager.structureOf(channelManagerId)
  if (structure && structure.id !== channelManagerId)
    throw new OddAnswerError('channel-manager', 'permanent', 'told of another property')
  if (structure) return { ...structure, timeZone: structure.timeZone ?? timeZone ?? null }
  throw refusals.incomplete(
    'The channel manager does not know this property.',
    'Check its id at the channel manager',
  )
}

async function ownRecord(
  { store }: Deps,
  { channelManagerId, propertyId }: Pick<TakeoverRequest, 'channelManagerId' | 'propertyId'>,
) {
  const ours = (await propertiesAt(store, [channelManagerId])).get(channelManagerId)?.propertyId
  if (ours && propertyId && propertyId !== ours) throw alreadyOurs(ours)
  const id = ours ?? propertyId ?? channelManagerId
  return { ...(await readProperty(store, id)), propertyId: id }
}
