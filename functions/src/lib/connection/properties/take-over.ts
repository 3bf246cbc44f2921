import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError, OddAnswerError } from '../../errors.ts'
import type { PropertyRecord } from '../ports.ts'
import { defective, incomplete } from '../prerequisites.ts'
import type { ManagedStructure } from './managed.ts'
import { planTakeover, type StructureChange, type Takeover } from './plan-takeover.ts'

type Deps = Needs<'channelManager' | 'connections'>

export interface ManagedView {
  channelManagerId: string
  title: string
  /** Ours; null for one that was never taken over. */
  propertyId: string | null
}

/** How many a list shows. */
const most = 100

/** Properties of the account at the channel manager whose title has this text, by title; one call for 100 of them. */
export async function listManaged(
  { channelManager, connections }: Deps,
  text: string,
): Promise<{ properties: ManagedView[]; more: boolean }> {
  const all = await channelManager.properties()
  const found = all
    .filter(({ id, title }) => id === text || title.toLowerCase().includes(text.toLowerCase()))
    .toSorted((one, other) => one.title.localeCompare(other.title))
  const shown = found.slice(0, most)
  const taken = await connections.propertiesAt(shown.map(({ id }) => id))
  return {
    properties: shown.map(({ id, title }) => ({
      ...{ channelManagerId: id, title, propertyId: taken.get(id)?.propertyId ?? null },
    })),
    more: found.length > most,
  }
}

export interface Preview {
  channelManagerId: string
  title: string
  propertyId: string | null
  landlordId: string | null
  rooms: {
    id: string
    name: string
    capacity: number | null
    ratePlans: { id: string; name: string; occupancy: number | null }[]
  }[]
  /** What taking it over would change. */
  changes: StructureChange[]
}

/** What taking over would store. Throws `property-incomplete` for one that the channel manager does not know. */
export async function previewManaged(deps: Deps, channelManagerId: string): Promise<Preview> {
  const [structure, known] = await Promise.all([
    structureOf(deps, { channelManagerId }),
    knownAs(deps, { channelManagerId }),
  ])
  const landlordId = known.property?.landlordId ?? null
  const { changes } = planTakeover(structure, landlordId, known)
  const plans = Map.groupBy(structure.ratePlans, ({ roomTypeId }) => roomTypeId)
  return {
    ...{ channelManagerId, title: structure.title, propertyId: known.property ? known.propertyId : null },
    landlordId,
    rooms: structure.roomTypes.map(({ id, title, capacity }) => ({
      ...{ id, name: title, capacity },
      ratePlans: (plans.get(id) ?? []).map(plan => ({
        ...{ id: plan.id, name: plan.title, occupancy: plan.occupancy },
      })),
    })),
    changes,
  }
}

export interface TakenOver {
  propertyId: string
  channelManagerId: string
  landlordId: string
  name: string
  /** False for one that we knew. */
  isNew: boolean
  /** What this changed. */
  changes: StructureChange[]
}

interface Asked {
  channelManagerId: string
  landlordId: string
  /** Ours; the channel manager's unless told. */
  propertyId?: string | undefined
  /** Where the channel manager has none. */
  timeZone?: string | undefined
}

/** What taking over would do. Throws what it throws, but of the landlord's account nothing. */
export async function previewTakeOver(
  deps: Deps,
  asked: Asked,
): Promise<Pick<TakenOver, 'isNew' | 'changes'>> {
  const [structure, known] = await Promise.all([structureOf(deps, asked), knownAs(deps, asked)])
  checkKnown(known, asked.landlordId)
  const { changes } = planTakeover(structure, asked.landlordId, known)
  return { isNew: !known.property, changes }
}

/**
 * Makes a property of ours of one at the channel manager, with its rooms and rate plans, for a landlord; of one that we
 * know already takes over what differs. Idempotent. Throws `property-incomplete`, `validation-failed`.
 */
export async function takeOver(deps: Deps, actor: Actor, asked: Asked): Promise<TakenOver> {
  const { channelManagerId, landlordId } = asked
  const [structure, account, { propertyId, ...known }] = await Promise.all([
    structureOf(deps, asked),
    deps.connections.account(landlordId),
    knownAs(deps, asked),
  ])
  if (!account) throw noAccount(landlordId)
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'property.take-over', targetType: 'property', targetId: propertyId },
    metadata: { channelManagerId, landlordId },
  })
  const of = { propertyId, channelManagerId, landlordId, name: structure.title }
  return change<PropertyRecord, { takeover: Takeover; isNew: boolean }, TakenOver>(
    deps,
    {
      read: () => deps.connections.property(propertyId),
      // Its own commit, whose answer was lost, has left nothing to change.
      recognise: (known, { takeover, isNew }) =>
        planTakeover(structure, landlordId, known).changes.length === 0
          ? { result: { ...of, isNew, changes: takeover.changes } }
          : undefined,
      decide: known => {
        checkKnown(known, landlordId)
        const takeover = planTakeover(structure, landlordId, known)
        if (takeover.changes.length === 0) return { result: { ...of, isNew: false, changes: [] } }
        return { write: { takeover, isNew: !known.property } }
      },
      commit: async ({ takeover, isNew }, { revision }) => {
        const ended = await deps.connections.takeOver(propertyId, takeover, revision, { audits: [audit] })
        return resolvedAs(ended, { ...of, isNew, changes: takeover.changes })
      },
    },
    { known },
  )
}

export const noAccount = (landlordId: string): DomainError =>
  incomplete(`There is no account of a landlord ${landlordId}.`, 'Choose a landlord or import them')

function checkKnown({ property, defects }: PropertyRecord, landlordId: string): void {
  const found = [...defects.property, ...defects.rooms]
  if (found.length > 0) throw defective(found)
  if (!property?.landlordId || property.landlordId === landlordId) return
  throw new DomainError('validation-failed', 'The property belongs to another landlord.', {
    nextAction: 'Choose the landlord to whom it belongs, or have it moved first.',
    errors: [{ path: 'landlordId', message: 'is not the landlord of the property' }],
  })
}

export const takenAs = (propertyId: string): DomainError =>
  new DomainError('validation-failed', `This property of the channel manager is ours as ${propertyId}.`, {
    nextAction: 'Give that id, or none.',
    errors: [{ path: 'id', message: `is not ${propertyId}` }],
  })

async function structureOf(
  { channelManager }: Deps,
  { channelManagerId, timeZone }: Pick<Asked, 'channelManagerId' | 'timeZone'>,
): Promise<ManagedStructure> {
  const found = await channelManager.structureOf(channelManagerId)
  if (found && found.id !== channelManagerId)
    throw new OddAnswerError('channel-manager', 'permanent', 'told of another property')
  if (found) return { ...found, timeZone: found.timeZone ?? timeZone ?? null }
  throw incomplete('The channel manager does not know this property.', 'Check its id at the channel manager')
}

/** Ours with that id at the channel manager; else as it would be stored. */
async function knownAs(
  { connections }: Deps,
  { channelManagerId, propertyId }: Pick<Asked, 'channelManagerId' | 'propertyId'>,
) {
  const ours = (await connections.propertiesAt([channelManagerId])).get(channelManagerId)?.propertyId
  if (ours && propertyId && propertyId !== ours) throw takenAs(ours)
  const id = ours ?? propertyId ?? channelManagerId
  return { ...(await connections.property(id)), propertyId: id }
}
