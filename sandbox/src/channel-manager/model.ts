/** The channel manager's stand-in: the OTA's hotels and our properties. */

type PricingType = 'Standard' | 'OBP'

export const behaviours = [
  'ok',
  'test-fails',
  'agreement-pending',
  'connected-elsewhere',
  'activation-refused',
] as const
export type Behaviour = (typeof behaviours)[number]

export interface HotelRate {
  readonly id: number | string
  readonly title: string
  readonly maxPersons: number | null
  readonly occupancies: readonly number[]
  readonly readonly: boolean
  readonly parentRateId: number | string | null
}

export interface HotelRoom {
  readonly id: number
  readonly title: string
  readonly maxChildren: number | null
  readonly rates: readonly HotelRate[]
}

export interface HotelReservation {
  readonly code: string
  readonly roomId: number
  readonly rateId: number | string
  /** YYYY-MM-DD */
  readonly arrival: string
  readonly departure: string
  readonly guest: {
    readonly name: string
    readonly surname: string
    readonly mail: string
    readonly phone: string
  }
  /** Decimal string, as the vendor writes money. */
  readonly amount: string
  readonly currency: string
}

interface HotelInventory {
  readonly availability?: number | undefined
  readonly stopSell?: boolean | undefined
  /** Decimal string; null for none. */
  readonly rate?: string | null | undefined
}

export interface Hotel {
  readonly hotelId: string
  /** Code of its OTA. */
  readonly adapter: string
  readonly pricingType: PricingType
  readonly currency: string
  readonly behaviour: Behaviour
  /** An update keeps the rows of rate plans that it does not name. */
  readonly keepsLeftOut?: boolean | undefined
  /** Creation takes the hotel's id as a number only, activation as text only. */
  readonly createsBy?: 'number' | undefined
  /** Its next behaviour, and when: milliseconds since the epoch. */
  readonly becomes?: { readonly behaviour: Behaviour; readonly at: number } | undefined
  /** Days of every rate plan of its property. */
  readonly inventory?: HotelInventory | undefined
  readonly rooms: readonly HotelRoom[]
  readonly reservations: readonly HotelReservation[]
}

export interface RatePlan {
  readonly id: string
  readonly title: string
  readonly occupancy: number
}

export interface RoomType {
  readonly id: string
  readonly title: string
  readonly capacity: number
  /** The number of rooms of this type. */
  readonly units?: number | undefined
  readonly ratePlans: readonly RatePlan[]
}

/** A property's change of some days; the last change of a day counts. Dates inclusive on both ends. */
export interface InventoryChange {
  readonly propertyId: string
  /** Only of one room type or rate plan. */
  readonly roomTypeId?: string | undefined
  readonly ratePlanId?: string | undefined
  readonly from: string
  readonly to: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface ManagedProperty {
  readonly id: string
  readonly title: string
  readonly groupId: string
  readonly currency: string
  /** YYYY-MM-DD: when it is removed for lack of a channel. */
  readonly removalDate?: string | undefined
  readonly roomTypes: readonly RoomType[]
}

export interface ChannelMapping {
  readonly id: string
  readonly ratePlanId: string
  readonly roomTypeCode: number
  readonly ratePlanCode: number | string
  readonly occupancy: number
  readonly pricingType: string
  readonly primary: boolean
  readonly readonly: boolean
}

export interface Channel {
  readonly id: string
  readonly adapter: string
  title: string
  readonly groupId: string
  propertyIds: readonly string[]
  hotelId: string
  /** Whether the id was given as a number. */
  hotelIdIsNumber: boolean
  isActive: boolean
  /** YYYY-MM-DD; null for one that was never switched off. */
  removalDate: string | null
  mappings: readonly ChannelMapping[]
  readonly insertedAt: string
  /** Reservations already handed over, so that a second load brings nothing twice. */
  readonly loaded: Set<string>
}
