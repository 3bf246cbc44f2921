import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type Facts, factKinds } from './facts.ts'
import { parseRateName, parseRoomName } from './parse-room-name.ts'

/** The facts that a name mentions, sorted, as `kind: value`. */
function statements(facts: Facts): string[] {
  const kinds = factKinds.map(kind => [kind, facts[kind].join(', ')])
  const beds = facts.beds
    .map(all => all.map(({ kind, count }) => `${count} ${kind}`).join(' + '))
    .join(' or ')
  return [...kinds, ['beds', beds]].flatMap(([kind, text]) => (text ? [`${kind}: ${text}`] : [])).sort()
}

describe('the reading of a room name', () => {
  it.each([
    ['Deluxe Room, 2 Queen Beds', 'type: room; grade: deluxe; beds: 2 queen'],
    ['Signature Two Queen', 'grade: signature; beds: 2 queen'],
    ['Double Queen Room', 'type: room; beds: 2 queen'],
    ['Double Room', 'type: room; party: double'],
    ['Double or Twin Room', 'type: room; party: double, twin'],
    ['King or Twin Room', 'type: room; beds: 1 king or 2 single'],
    ['Junior Suite, 1 King Bed with Sofa Bed', 'type: junior suite; beds: 1 king + 1 sofa'],
    ['One-Bedroom Apartment', 'type: apartment; bedrooms: 1'],
    ['Room, 1 King Bed (19th to 25 Floors)', 'type: room; beds: 1 king; floor: floors 19 to 25'],
    ['High-Floor Premium Room', 'type: room; grade: premium; floor: high floor'],
    ['King Suite, North Tower', 'type: suite; beds: 1 king; building: tower north'],
    ['Accessible Room, Roll-in Shower', 'type: room; access: accessible; access detail: roll-in shower'],
    [
      'Room, Non-Smoking, Club Lounge Access',
      'type: room; smoking: non-smoking; club: club or lounge access',
    ],
    ['Side Sea View Room', 'type: room; view: sea; feature: partial view'],
    ['Garden Room', 'type: room; rest: garden'],
    ['Premier Room', 'type: room; grade: premier'],
    ['Villa A', 'type: villa; rest: a'],
    ['Room 12', 'type: room; rest: room#12'],
    ['Apartment, half board, non-refundable', 'type: apartment; board: half board; refund: non-refundable'],
    ['Studio (30 m²) for 2 guests', 'type: studio; size: 30; guests: 2'],

    // Names as wholesalers and web pages write them.
    ['DBL STD SV', 'party: double; grade: standard; view: sea'],
    ['QUEEN/QUEEN - DE LUXE', 'grade: deluxe; beds: 2 queen'],
    ['DOUBLE QUEEN SIZE BED', 'beds: 1 queen'],
    ['Deluxe Room, 1 King Bed &amp; 1 Sofa Bed\\n', 'type: room; grade: deluxe; beds: 1 king + 1 sofa'],
    ['Studio (SeaView, Balcony)<br/>', 'type: studio; view: sea; feature: balcony'],
    ['APARTMENT CAPACITY 4 TWO BEDROOMS', 'type: apartment; guests: 4; bedrooms: 2'],
    ['Family Room (2 Bedroom) 2/4PAX', 'type: room; theme: family; bedrooms: 2; guests: 4'],
    [
      'Junior Double Suite, Limited Sea View',
      'type: junior suite; party: double; view: sea; feature: partial view',
    ],
    ['Junior Suite Sea Side View', 'type: junior suite; view: sea; feature: partial view'],
    ['Suite King Strip View', 'type: suite; beds: 1 king; view: strip'],
    ['Room (Room Type Assigned on Arrival)', 'type: run of house'],
    ['Kingbed Gardenview', 'beds: 1 king; view: garden'],
    ['Комната Анна', 'rest: анна, комната'],

    ['Superior-Doppelzimmer mit Meerblick', 'type: room; grade: superior; party: double; view: sea'],
    ['Doppel- oder Zweibettzimmer mit Balkon', 'type: room; party: double, twin; feature: balcony'],
    ['3-Zimmer-Wohnung mit Blick auf den See', 'type: apartment; rooms: 3; view: lake'],
    ['Komfortzimmer mit Kingsize-Bett, 2. Etage', 'type: room; grade: comfort; beds: 1 king; floor: floor 2'],
    ['Nichtraucher-Suite, barrierefrei', 'type: suite; smoking: non-smoking; access: accessible'],

    ['Chambre Double Supérieure - Vue sur la mer', 'type: room; grade: superior; party: double; view: sea'],
    ['Chambre avec deux lits simples, non-fumeurs', 'type: room; beds: 2 single; smoking: non-smoking'],
    ['Suite, 2ème étage, demi-pension', 'type: suite; floor: floor 2; board: half board'],

    ['Habitación Doble con 2 camas y vistas al mar', 'type: room; party: twin; view: sea'],
    ['Apartamento de dos dormitorios, planta baja', 'type: apartment; bedrooms: 2; floor: ground floor'],
    ['Habitación familiar para no fumadores', 'type: room; theme: family; smoking: non-smoking'],

    ['Camera Matrimoniale/Doppia con Letti Singoli', 'type: room; party: double, twin'],
    ['Bilocale con balcone, primo piano', 'type: apartment; rooms: 2; feature: balcony; floor: floor 1'],
    ['Camera con due letti singoli e vista lago', 'type: room; beds: 2 single; view: lake'],
  ])('%s', (name, expected) => {
    expect(statements(parseRoomName(name))).toEqual(expected.split('; ').sort())
  })

  const clauses = [
    ...['Deluxe Room', '1 King Bed', 'Lake View', 'Non Smoking', '3rd Floor', 'Chambre', 'Camera'],
    ...['Suite Été', 'Zimmer 12', 'Villa A', 'Anna'],
  ]

  const names = fc.uniqueArray(fc.constantFrom(...clauses), { minLength: 1, maxLength: 5 })
  const separators = fc.constantFrom(', ', ' - ', ' | ', '; ')
  law(
    'is the same whatever the case, the accents and the order of its clauses',
    [names, separators],
    (all, separator) => {
      const { key } = parseRoomName(all.join(', '))
      expect(parseRoomName(all.toReversed().join(separator)).key).toBe(key)
      expect(parseRoomName(all.join(separator).toUpperCase()).key).toBe(key)
      expect(parseRoomName(all.join(separator).normalize('NFD').replace(/\p{M}/gu, '')).key).toBe(key)
    },
  )

  law('never fails', [fc.string({ unit: 'grapheme' })], name => {
    expect(parseRoomName(name).key).toBe(parseRoomName(name).key)
  })
})

describe('the reading of a rate name', () => {
  const rates = {
    'Standard Rate': 'base: standard rate',
    'Best Available Rate': 'base: standard rate',
    'Non-refundable, breakfast included': 'refund: non-refundable; board: breakfast',
    'Weekly Rate': 'stay: weekly',
    Genius: 'deal: genius',
    'Nicht erstattbar mit Frühstück': 'refund: non-refundable; board: breakfast',
    'Tarif hebdomadaire': 'stay: weekly',
    'Tarifa no reembolsable, media pensión': 'refund: non-refundable; board: half board',
    'Tariffa mensile non rimborsabile': 'stay: monthly; refund: non-refundable',
  }

  it.each(Object.entries(rates))('%s', (name, expected) => {
    expect(statements(parseRateName(name))).toEqual(expected.split('; ').sort())
  })
})
