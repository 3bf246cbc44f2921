import { DomainError } from '../errors.ts'
import type { AttemptFacts } from './attempt/facts.ts'
import type { PropertyChannel } from './channels/property-channel.ts'
import { withoutOpen } from './mapping/as-before.ts'
import type { Account, Mapping, Property, RatePlan, Room } from './model.ts'
import type { Prerequisite } from './otas/ota.ts'
import { type OtaName, otas } from './otas.ts'
import type { Connections, PropertyRecord, TargetContext } from './ports.ts'
import type { Target } from './target.ts'

interface Stores {
  connections: Connections
}

export async function loadTarget({ connections }: Stores, target: Target): Promise<TargetContext> {
  const [property, connection] = await Promise.all([
    connections.property(target.propertyId),
    connections.load(target),
  ])
  return { ...property, ...connection }
}

/** A target that may be connected, according to our own data. */
export interface ReadyTarget {
  property: Property
  channelManagerPropertyId: string
}

/**
 * The checks before the claim, in the order in which they are reported (specification A1, step 1). Throws DomainError.
 */
export function checkPrerequisites(
  { property: stored, rooms, ratePlans, defects }: PropertyRecord,
  { propertyId, ota, hotelId }: Pick<AttemptFacts, 'propertyId' | 'ota' | 'hotelId'>,
): ReadyTarget {
  if (!stored && defects.property.length === 0) throw propertyNotFound(propertyId)
  checkHotelId(ota, hotelId)
  const ready = managed({ property: stored, defects }, propertyId)
  if (defects.rooms.length > 0) throw defective(defects.rooms)
  for (const prerequisite of otas[ota].prerequisites) checks[prerequisite]({ rooms, ratePlans })
  return ready
}

/** Throws DomainError. */
const checks: Readonly<Record<Prerequisite, (record: Pick<PropertyRecord, 'rooms' | 'ratePlans'>) => void>> =
  {
    room({ rooms }) {
      if (rooms.length === 0)
        throw incomplete('The property has no room.', 'Add at least one room to the property')
    },
    'rate-plan'({ ratePlans }) {
      if (ratePlans.length === 0)
        throw incomplete('The property has no rate plan.', 'Add at least one rate plan to the property')
    },
  }

/** The property, if it is at the channel manager. Throws DomainError. */
export function managed(
  { property, defects }: Pick<PropertyRecord, 'property' | 'defects'>,
  propertyId: string,
): ReadyTarget {
  if (!property)
    throw defects.property.length === 0 ? propertyNotFound(propertyId) : defective(defects.property)
  if (!property.channelManagerId) throw connectionMissing()
  return { property, channelManagerPropertyId: property.channelManagerId }
}

/** What the steps need of a ready property. */
export interface Prepared {
  propertyName: string
  rooms: Room[]
  ratePlans: RatePlan[]
  account: Account
  /** The mapping of an earlier connection to the same hotel. */
  before?: Mapping | undefined
}

/** Also reads the landlord's account, which e-mail and charge need. Throws DomainError without one. */
export async function prepared(
  { connections }: Stores,
  { rooms, ratePlans, channel }: Pick<TargetContext, 'rooms' | 'ratePlans' | 'channel'>,
  { property: { name, landlordId } }: ReadyTarget,
  hotelId: string,
): Promise<Prepared> {
  const account = landlordId ? await connections.account(landlordId) : undefined
  const before = channel?.hotelId === hotelId ? decidedIn(channel) : undefined
  if (account) return { propertyName: name, rooms, ratePlans, account, before }
  throw incomplete(
    'The property belongs to no landlord account.',
    "Link the property to its landlord's account",
  )
}

/** What is left open in a mapping that nobody has finalized is undecided. */
const decidedIn = ({ mapping, mappingStatus }: PropertyChannel): Mapping =>
  mappingStatus === 'finalized' ? mapping : withoutOpen(mapping)

export const propertyNotFound = (propertyId: string): DomainError =>
  new DomainError('property-not-found', `There is no property ${propertyId}.`, {
    nextAction: 'Check the property of the request, or close the request.',
  })

/** Throws `hotel-id-invalid`. */
function checkHotelId(ota: OtaName, hotelId: string): void {
  const { hotelId: format, hotelIdHint, label } = otas[ota]
  if (format.test(hotelId)) return
  throw new DomainError('hotel-id-invalid', `This is not a property ID of ${label}. ${hotelIdHint}`, {
    nextAction: `Copy the property ID exactly from the ${label} extranet and try again.`,
  })
}

const connectionMissing = (): DomainError =>
  new DomainError(
    'channel-manager-connection-missing',
    'The property has no connection to the channel manager yet.',
    {
      nextAction: 'Connect the property to the first OTA (the home-rental marketplace), then come back here.',
    },
  )

export const defective = (defects: readonly string[]): DomainError =>
  incomplete(`Stored data is not complete: ${defects.join('; ')}.`, 'Have it corrected')

export const incomplete = (detail: string, todo: string): DomainError =>
  new DomainError('property-incomplete', detail, { nextAction: `${todo}, then try again.` })
