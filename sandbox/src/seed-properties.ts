import type { ManagedProperty, RatePlan, RoomType } from './channel-manager/model.ts'

/** A property of ours at the channel manager, and its hotel at the OTA. */
export interface SeedProperty extends ManagedProperty {
  readonly matchesHotelId: string | null
}

const uuid = (kind: 'a' | 'b' | 'c' | 'd', number: number): string =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface RoomPlan {
  readonly title: string
  readonly capacity: number
  /** Rate title → the occupancies sold; one rate plan for each. */
  readonly rates: Readonly<Record<string, readonly number[]>>
}

function ratePlans(plan: RoomPlan, roomNumber: number): RatePlan[] {
  return Object.entries(plan.rates)
    .flatMap(([title, occupancies]) => occupancies.map(occupancy => ({ title, occupancy })))
    .map((ratePlan, index) => ({ id: uuid('d', roomNumber * 100 + index + 1), ...ratePlan }))
}

function roomType(plan: RoomPlan, roomNumber: number): RoomType {
  const { title, capacity } = plan
  return { id: uuid('c', roomNumber), title, capacity, ratePlans: ratePlans(plan, roomNumber) }
}

interface PropertyPlan {
  readonly title: string
  readonly matchesHotelId: string | null
  readonly currency: string
  readonly rooms: readonly RoomPlan[]
}

/** Ids follow from the position, so they stay the same from run to run. */
function property(plan: PropertyPlan, index: number): SeedProperty {
  const number = index + 1
  return {
    id: uuid('a', number),
    title: plan.title,
    groupId: uuid('b', number),
    currency: plan.currency,
    roomTypes: plan.rooms.map((room, position) => roomType(room, number * 100 + position + 1)),
    matchesHotelId: plan.matchesHotelId,
  }
}

const double = (title: string): RoomPlan => ({ title, capacity: 2, rates: { 'Standard Rate': [2] } })

const single = (title: string, matchesHotelId: string, rooms: readonly RoomPlan[]): PropertyPlan => ({
  title,
  matchesHotelId,
  currency: 'EUR',
  rooms,
})

const plans: readonly PropertyPlan[] = [
  {
    title: 'Harbour View Guesthouse',
    matchesHotelId: '5868189',
    currency: 'GBP',
    rooms: [
      { title: 'double room ', capacity: 2, rates: { 'Standard Rate': [1, 2] } },
      { title: 'Twin  Room', capacity: 2, rates: { 'Standard Rate': [1, 2] } },
      { title: 'Family Suite', capacity: 4, rates: { 'Standard Rate': [2, 3, 4] } },
    ],
  },
  {
    title: 'Casa Alameda',
    matchesHotelId: '6519420',
    currency: 'EUR',
    rooms: [
      { title: 'Deluxe Double Room', capacity: 2, rates: { 'Standard Rate': [2], 'weekly rate': [2] } },
      { title: 'Studio With Balcony', capacity: 3, rates: { 'standard rate': [3] } },
    ],
  },
  single('Old Mill Cottage', '1000001', [double('Cottage')]),
  single('Lakeside Lodge', '1000002', [double('Lake Room')]),
  single('Rose Garden Apartments', '1000003', [double('Garden Apartment')]),
  single('Hillcrest Farmhouse', '1000004', [double('Farmhouse Room')]),
  single('Studios on Mercer Street', '1000005', [
    double('Studio Apartment'),
    { title: 'Studio Apartment', capacity: 4, rates: { 'Standard Rate': [4] } },
  ]),
  single('The Orangery', '1000006', [double('Garden Room'), double('Loft Room')]),
  single('Cliff Terrace', '1000007', [double('Terrace Room')]),
  { title: 'Quayside Loft', matchesHotelId: null, currency: 'EUR', rooms: [double('Loft')] },
]

/** Our properties at the channel manager: one for each seeded hotel, and one without. */
export const seedProperties: readonly SeedProperty[] = plans.map(property)
