import type { Property } from './model.ts'
import type { Prerequisite } from './otas/ota.ts'
import { type OtaName, otas } from './otas.ts'
import type { PropertyRecord } from './properties/stored-property.ts'
import { refusals } from './refusals.ts'
import type { Target } from './target.ts'

export interface ReadyTarget {
  property: Property
  channelManagerPropertyId: string
}

/** Specification A1, step 1, in order. Throws DomainError. */
export function checkPrerequisites(
  { property: stored, rooms, ratePlans, defects }: PropertyRecord,
  { propertyId, ota, hotelId }: Target & { hotelId: string },
): ReadyTarget {
  if (!stored && defects.property.length === 0) throw refusals.propertyNotFound(propertyId)
  checkHotelId(ota, hotelId)
  const ready = managed({ property: stored, defects }, propertyId)
  if (defects.rooms.length > 0) throw refusals.defective(defects.rooms)
  for (const prerequisite of otas[ota].prerequisites) checks[prerequisite]({ rooms, ratePlans })
  return ready
}

const checks: Readonly<Record<Prerequisite, (record: Pick<PropertyRecord, 'rooms' | 'ratePlans'>) => void>> =
  {
    room({ rooms }) {
      if (rooms.length === 0)
        throw refusals.incomplete('The property has no room.', 'Add at least one room to the property')
    },
    'rate-plan'({ ratePlans }) {
      if (ratePlans.length === 0)
        throw refusals.incomplete(
          'The property has no rate plan.',
          'Add at least one rate plan to the property',
        )
    },
  }

/** Throws DomainError. */
export function managed(
  { property, defects }: Pick<PropertyRecord, 'property' | 'defects'>,
  propertyId: string,
): ReadyTarget {
  if (!property)
    throw defects.property.length === 0
      ? refusals.propertyNotFound(propertyId)
      : refusals.defective(defects.property)
  if (!property.channelManagerId) throw refusals.connectionMissing()
  return { property, channelManagerPropertyId: property.channelManagerId }
}

function checkHotelId(ota: OtaName, hotelId: string): void {
  const { hotelId: format, hotelIdHint, label } = otas[ota]
  if (format.test(hotelId)) return
  throw refusals.hotelIdInvalid(label, hotelIdHint)
}
