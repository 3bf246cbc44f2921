import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { otaRate } from '../../../../test/support/offers.ts'
import type { OtaOffer } from '../channel-manager.ts'
import type { Mapping, RatePlan, Room } from '../model.ts'
import { mapOffer } from './map-offer.ts'
import { normalize } from './words/plain-text.ts'

const offerOf = (titles: readonly string[], guests = 2): OtaOffer => ({
  pricingType: 'Standard',
  rooms: titles.map((title, at) => ({
    id: at + 1,
    title,
    rates: [otaRate({ id: at + 1, maxPersons: guests, occupancies: [], pricing: 'Standard' })],
  })),
})
const roomsOf = (names: readonly string[], capacity = 2): Room[] =>
  names.map((name, at) => ({ id: `${at}`, name, capacity }))

const map = (titles: readonly string[], names: readonly string[]): Mapping =>
  mapOffer(offerOf(titles), roomsOf(names), [])

/** OTA title → our name, marked with "?" where a person must look. */
const pairsOf = (titles: readonly string[], names: readonly string[]): [string, string | null][] =>
  map(titles, names).rooms.map(({ otaRoomName, roomId, needsReview }) => [
    otaRoomName,
    roomId === null ? null : `${names[Number(roomId)]}${needsReview ? '?' : ''}`,
  ])

describe('the number of beds', () => {
  const names = ['Deluxe Queen Room', 'Deluxe Room, 2 Queen Beds', 'Deluxe King Room']

  it.each([
    'Deluxe Queen-Queen',
    'Deluxe Queen & Queen',
    'Deluxe Queen + Queen Room',
    'Deluxe Room Queen/Queen',
    'Deluxe Queen Bed Queen Bed',
  ])('a bed that is named twice side by side is two beds: %s', title => {
    expect(pairsOf([title], names)).toEqual([[title, names[1]]])
  })

  it.each(['Deluxe Queens', 'Deluxe Queen Beds', 'Deluxe King King'])(
    'a plural or a repeated bed is not surely one bed: %s',
    title => {
      for (const room of map([title], names).rooms) expect(room.needsReview).toBe(true)
    },
  )

  it('a “double queen” of ours is as unclear as one of the OTA', () => {
    const title = 'Room, 2 Queen Beds'
    expect(pairsOf([title], ['Double Queen Room', 'King Room'])).toEqual([[title, 'Double Queen Room?']])
  })
})

it.each([
  ['Deluxe Room without Balcony', 'Deluxe Room with Balcony', 'Deluxe Room'],
  ['Deluxe Room (no balcony)', 'Deluxe Room with Balcony', 'Deluxe Room'],
  ['Deluxe Zimmer ohne Balkon', 'Deluxe Room with Balcony', 'Deluxe Room'],
  ['Deluxe Room sans balcon', 'Deluxe Room with Balcony', 'Deluxe Room'],
  ['King Room (not accessible)', 'Accessible King Room', 'King Room'],
  ['Apartment, No Kitchen', 'Apartment with Kitchen', 'Apartment'],
])('a feature that a name denies is absent: %s is not %s, and always needs review', (title, wrong, right) => {
  const names = [wrong, right]
  expect(pairsOf([title], names)).toEqual([[title, `${right}?`]])
  for (const room of map([title], [wrong]).rooms) expect(room.needsReview).toBe(true)
})

it.each([
  ['Suite', 'Chesapeake Suite', 'Sequoia Suite', 'Willow Suite'],
  ['King Room', 'Room, 1 King Bed, Non Smoking', '1 King Bed - Room - size 20 sqm'],
])('the row of %s says that others fit nearly as well', (title, ...names) => {
  const [room] = map([title], names).rooms
  expect(room?.needsReview).toBe(true)
  expect(room?.reasons.join()).toMatch(/of ours fits nearly as well/)
})

describe('rooms called differently on the two sides', () => {
  const languages: Record<string, [title: string, name: string][]> = {
    English: [
      ['Deluxe King Room with Sea View', 'Deluxe Room, 1 King Bed, Ocean View'],
      ['Deluxe Queen Room with Two Queen Beds', 'Deluxe Room, 2 Queen Beds'],
      ['King Suite', 'Suite, 1 King Bed, Non Smoking'],
      ['One-Bedroom Apartment with Balcony', 'Apartment, 1 Bedroom, Balcony'],
    ],
    German: [
      ['Deluxe Double Room with Sea View', 'Deluxe-Doppelzimmer mit Meerblick'],
      ['Superior Twin Room', 'Superior-Zweibettzimmer (Nichtraucher)'],
      ['Junior Suite with Balcony', 'Juniorsuite, Balkon'],
      ['Single Room', 'Einzelzimmer'],
    ],
    French: [
      ['Superior Double Room with Garden View', 'Chambre Double Supérieure - Vue sur le jardin'],
      ['Family Suite', 'Suite Familiale'],
      ['Two-Bedroom Apartment', 'Appartement 2 chambres'],
      ['Studio with Terrace', 'Studio avec terrasse'],
    ],
    Spanish: [
      ['Double Room with Sea View', 'Habitación Doble con vistas al mar'],
      ['Superior Triple Room', 'Habitación Triple Superior'],
      ['Studio', 'Estudio para no fumadores'],
      ['Penthouse with Terrace', 'Ático con terraza'],
    ],
    Italian: [
      ['Superior Single Room', 'Camera Singola Superior'],
      ['Suite with Lake View', 'Suite vista lago'],
      ['Quadruple Room with Shared Bathroom', 'Camera Quadrupla con bagno condiviso'],
      ['Studio with Balcony', 'Monolocale con balcone'],
    ],
  }

  it.each(Object.entries(languages))('%s', (_, pairs) => {
    const names = pairs.map(([, name]) => name).toReversed()
    expect(
      pairsOf(
        pairs.map(([title]) => title),
        names,
      ),
    ).toEqual(pairs)
  })
})

describe('rooms that are not mapped, or only for review', () => {
  /** Pairs with a reason are mapped for review. */
  const unsure: Record<string, [title: string, name: string, reason?: string]> = {
    'nothing but noise in common': ['Studio with Balcony', 'Double Room'],
    'a king and two doubles': ['Deluxe King Room', 'Deluxe Room, 2 Double Beds'],
    'a lake and a city view': ['King Room with Lake View', 'King Room with City View'],
    'different floors': ['King Room (19th to 25th Floors)', 'King Room (3rd to 8th Floors)'],
    'smoking and non-smoking': ['King Room, Smoking', 'King Room, Non-Smoking'],
    'one and two bedrooms': ['One-Bedroom Suite', 'Suite, 2 Bedrooms'],
    'a twin and a double': ['Twin Room', 'Double Room'],
    'two numbers': ['Apartment 1', 'Apartment 2'],
    'a grade that one does not name': ['King Room', 'Deluxe King Room'],
    'one bed and two': ['Queen Room', 'Room, 2 Queen Beds'],
    'a view that one does not name': [
      'King Room with Lake View',
      'King Room',
      'only the OTA says: lake view',
    ],
    'a misspelt word': [
      'Superoir King Room',
      'Superior Room, 1 King Bed',
      'read as if it were spelt otherwise: superoir → superior',
    ],
    'a double queen': [
      'Double Queen Size Bed',
      'Room, 1 Queen Bed',
      'a "double queen" can be one bed for two guests or two beds',
    ],
    'a word that no list knows': ['King Room "Aurora"', 'King Room', 'only the OTA says: aurora'],
  }

  it.each(Object.entries(unsure))('%s', (_, [title, name, reason]) => {
    expect(map([title], [name]).rooms).toMatchObject([
      {
        roomId: reason ? '0' : null,
        needsReview: true,
        reasons: expect.arrayContaining([reason ?? expect.any(String)]),
      },
    ])
  })

  it('two rooms of the property that say the same', () => {
    const [row] = map(['Deluxe King Room'], ['Deluxe Room, 1 King Bed', 'Room, Deluxe, King']).rooms
    expect(row).toMatchObject({ roomId: null, needsReview: true })
    expect(row?.reasons[0]).toContain('several rooms of the property say the same')
  })

  it('a room that the OTA sells to more guests than it holds', () => {
    const rooms = roomsOf(['King Room'], 2)
    const [row] = mapOffer({ ...offerOf(['Room, 1 King Bed'], 3), pricingType: 'Standard' }, rooms, []).rooms
    expect(row?.roomId).toBeNull()
    const offer = offerOf(['Room, 1 King Bed'], 3)
    for (const rate of offer.rooms[0]?.rates ?? []) rate.occupancies = [1, 2, 3]
    const [cut] = mapOffer({ ...offer, pricingType: 'OBP' }, rooms, []).rooms
    expect(cut).toMatchObject({ roomId: '0', needsReview: true })
  })
})

it('the mapping is best as a whole: the better pair for one room never takes the only room of another', () => {
  // The first fits both rooms, the second only the plain one.
  const titles = ['Deluxe King Room, Sofa Bed', 'Deluxe King Room with Balcony']
  const names = ['Deluxe Room, 1 King Bed', 'Deluxe Room, 1 King Bed, Sofa Bed']
  const mapping = map(titles, names)
  expect(mapping.rooms.map(row => row.roomId)).toEqual(['1', '0'])
})

describe('rates of a mapped room', () => {
  function mapRateNames(titles: readonly string[], names: readonly string[]): [string, string | null][] {
    const offer = offerOf(['Suite'])
    const [first] = offer.rooms
    const [sold] = first?.rates ?? []
    if (!first || !sold) throw new Error('The offer has no rate.')
    first.rates = titles.map((title, at) => ({ ...sold, id: at + 1, title }))
    const plans = names.map((name, at): RatePlan => {
      const id = `plan-${at}`
      return { id, name, roomId: '0', occupancy: 2, channelManagerRatePlanId: id }
    })
    return mapOffer(offer, roomsOf(['Suite']), plans).ratePlans.map(row => [
      row.otaRateName,
      row.ratePlanId &&
        `${plans.find(plan => plan.id === row.ratePlanId)?.name}${row.needsReview ? '?' : ''}`,
    ])
  }

  it('are paired by the meaning of their names', () => {
    const titles = ['Standard Rate', 'Non-refundable', 'Breakfast included', 'Weekly Rate', 'Genius']
    const names = ['Wochenrate', 'Nicht erstattbar', 'Best Available Rate', 'Bed & Breakfast']
    expect(mapRateNames(titles, names)).toEqual([
      ['Standard Rate', 'Best Available Rate'],
      ['Non-refundable', 'Nicht erstattbar'],
      ['Breakfast included', 'Bed & Breakfast'],
      ['Weekly Rate', 'Wochenrate'],
      ['Genius', null],
    ])
  })

  it.each([
    ['Weekly Rate', 'Monthly Rate'],
    ['Non-refundable', 'Flexible, free cancellation'],
    ['Genius', 'Standard Rate'],
    ['Half board', 'All inclusive'],
    ['Members only', 'Best Available Rate'],
    ['Mobile Rate', 'Flexible'],
    ['Genius Mobile Rate', 'Mobile Rate'],
    ['Non-refundable, weekly', 'Non-refundable'],
    // Either of two equal names would be a guess.
    ['Non refundable', 'Nicht erstattbar', 'No reembolsable'],
  ])('%s is not %s, even if there is no other plan', (title, ...names) => {
    expect(mapRateNames([title], names)).toEqual([[title, null]])
  })
})

const grades = ['', 'Standard', 'Superior', 'Deluxe', 'Club']
const beds = ['', '1 King Bed', '2 Queen Beds', '2 Twin Beds', 'Double Bed']
const extras = ['', 'Sea View', 'Balcony', 'Non Smoking', 'Accessible', 'Aurora']
const roomName = fc
  .tuple(
    fc.constantFrom('Room', 'Suite', 'Zimmer'),
    fc.constantFrom(...grades),
    fc.constantFrom(...beds),
    fc.constantFrom(...extras),
  )
  .map(([type, grade, bed, extra]) =>
    [`${grade} ${type}`.trim(), bed, extra].filter(part => part !== '').join(', '),
  )
const hotel = fc.record({
  titles: fc.array(roomName, { maxLength: 9 }),
  names: fc.array(roomName, { maxLength: 9 }),
  capacities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 9, maxLength: 9 }),
  guests: fc.integer({ min: 1, max: 4 }),
})

law(
  'the mapping is the same whatever the order of our rooms, and for each row whatever the order of the OTA',
  [hotel],
  ({ titles, names, capacities, guests }) => {
    const rooms = roomsOf(names).map((room, at) => ({ ...room, capacity: capacities[at] ?? 2 }))
    const offer = offerOf(titles, guests)
    const mapping = mapOffer(offer, rooms, [])
    expect(mapOffer(offer, rooms.toReversed(), [])).toEqual(mapping)
    if (new Set(titles.map(normalize)).size < titles.length) return
    const sure = (one: Mapping) =>
      new Map(one.rooms.filter(row => !row.needsReview).map(row => [row.otaRoomId, row.roomId]))
    expect(sure(mapOffer({ ...offer, rooms: offer.rooms.toReversed() }, rooms, []))).toEqual(sure(mapping))
  },
  { numRuns: 150 },
)
