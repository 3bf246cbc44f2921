import type { WordList } from './word-list.ts'

export const en: WordList = {
  type: `room: room, rooms, guest room, guestroom, guest rooms, rm, chamber;
    suite: suite, suites, ste; run of house: run of house, run of the house, roh, room assigned on arrival,
    room type assigned on arrival, assigned on arrival, room assigned at check in, assigned at check in,
    room selected at check in, room allocated on arrival, room type selected at check in;
    junior suite: junior suite, jr suite, junior suites, mini suite, jr ste, junior ste, jnr suite, jun suite;
    studio: studio, studios, studio apartment, studio room, stu;
    apartment: apartment, apartments, flat, condo, condominium, apt, appt, apart; penthouse: penthouse;
    loft: loft, loft apartment; villa: villa, villas;
    house: house, home, holiday home, vacation home, townhouse, town house; cottage: cottage;
    bungalow: bungalow, bungalows; chalet: chalet; cabin: cabin, lodge room;
    dorm: dorm, dormitory, dorm room, dormitory room, shared room, hostel room,
    bed in dormitory, bed in dorm, bed in shared dormitory, bed in mixed dormitory, shared dormitory;
    tent: tent, safari tent, glamping tent; mobile home: mobile home, caravan; boat: boat, houseboat;
    capsule: capsule, pod; maisonette: maisonette, duplex, split level, bi level`,
  grade: `standard: standard, std, stnd, stand, standart, basis;
    economy: economy, econ, eco, budget, basic, value; small: small, petite, cosy, cozy, compact, tiny; classic: classic;
    traditional: traditional; comfort: comfort; superior: superior, sup, spr; deluxe: deluxe, de luxe, delux, dlx, dlxe;
    premium: premium, prem; premier: premier, premiere; executive: executive, exec, exe; business: business;
    signature: signature; luxury: luxury, luxurious; grand: grand; large: large, spacious, oversized, big, extra large;
    royal: royal; presidential: presidential, president; prestige: prestige; privilege: privilege;
    ambassador: ambassador; diplomatic: diplomatic, diplomat; imperial: imperial; select: select, selected;
    elite: elite; panoramic: panoramic, panorama; honeymoon: honeymoon, bridal; family: family, families;
    heritage: heritage, historic; modern: modern, contemporary`,
  party: `single: single, singles, sgl; double: double, doubles, dbl; twin: twin, twins, twn;
    triple: triple, tpl, trp, trpl; quadruple: quadruple, quad, qdp, qud, quadr, quintuple`,
  bed: `king: king, kings, king size, kingsize, king sized, super king, super king size, extra large double,
    california king, kg, kng; queen: queen, queens, queen size, queensize, queen sized, large double, qn,
    olympic queen;
    double: full, full size;
    sofa: sofa bed, sofa beds, sofabed, sofabeds, sleeper sofa, pull out sofa, pullout sofa, sofa sleeper,
    couch bed, futon, sofa, couch, pull out, pullout, queen sofa bed, double sofa bed, king sofa bed; bunk: bunk, bunks, bunk bed, bunk beds, bunkbed; murphy: murphy, murphy bed, wall bed`,
  'bed word': 'bed: bed, beds, bedded, bd, bds',
  'bedroom word': 'bedroom: bedroom, bedrooms, br, bdr, bdrm, bdrms, bedrm, bedroomed',
  'rooms word': 'rooms: rooms',
  view: `sea: sea, ocean, seaside, beach, bay, sea front, seafront, ocean front, oceanfront, beachfront,
    beach front, gulf, beachside, oceanside, caribbean; water: water, waterfront, water front;
    lake: lake, lakeside, lakefront, lake front, lagoon;
    river: river, riverside, riverfront, river front, canal; harbour: harbour, harbor, marina, port;
    city: city, town, urban, skyline, downtown, cityscape; street: street, road; garden: garden, gardens;
    park: park; pool: pool, swimming pool, poolside;
    mountain: mountain, mountains, hill, alpine, alps, volcano; valley: valley, countryside;
    forest: forest, woods; courtyard: courtyard, inner courtyard, patio, atrium;
    landmark: landmark, monument, castle, cathedral; golf: golf, golf course, fairway; square: square, plaza`,
  'view word': 'view: view, views, overlooking, facing, side, vw',
  floor: `high floor: high floor, higher floor, highest floor, upper floor, upper floors, high floors,
    high level, upper level; low floor: low floor, lower floor, lower floors, low floors;
    ground floor: ground floor, street level, garden level; top floor: top floor, attic floor;
    attic floor: attic, loft room; basement: basement, lower ground floor`,
  'floor word': 'floor: floor, floors, storey, story',
  building: `main building: main building, main house, main hotel, main wing;
    annexe: annex, annexe, outbuilding, side building`,
  'building word': 'tower: tower; building: building, bldg, block; wing: wing',
  access: `accessible: accessible, accessibility, disability access, disability, disabled, disabled access,
    handicap, handicapped, wheelchair, wheelchair accessible, ada, ada compliant, barrier free,
    special needs, adapted, physically challenged, mobility impaired, hc, ada room`,
  'access detail': `mobility: mobility, mobility accessible, mobility access;
    hearing: hearing, hearing accessible, hearing impaired, hearing access, communications, communication,
    deaf, hard of hearing;
    visually impaired: visual, visually impaired; roll-in shower: roll in shower, rollin shower, roll in, accessible shower;
    accessible tub: accessible tub, accessible bathtub, tub with grab bars, accessible tub transfer,
    tub transfer, transfer tub`,
  smoking: `non-smoking: non smoking, nonsmoking, no smoking, smoke free, smokefree, non smoker, nonsmoker,
    not smoking, smoking not allowed, nsmk, n smoking; smoking: smoking, smoker, smoking allowed, smoking permitted`,
  club: `club or lounge access: club, club level, club floor, club lounge, club lounge access, club access,
    lounge, lounge access, business lounge access, executive lounge access, executive lounge,
    concierge level, access to executive lounge, club room access`,
  feature: `balcony: balcony, balconies, balc, balcon; terrace: terrace, terr, patio, deck, veranda, lanai, rooftop terrace;
    kitchen: kitchen, full kitchen; kitchenette: kitchenette, kitchen area; fireplace: fireplace;
    spa bath: jacuzzi, hot tub, jetted tub, whirlpool, spa bath, spa tub, whirlpool tub, jetted bath, whirlpool bath, jetted bathtub, jacuzzi bath, jetted, spa pool;
    bathtub: bathtub, bath tub, bath, tub, soaking tub; shower: shower, walk in shower;
    shared bathroom: shared bathroom, shared bath, common bathroom, external bathroom,
    without private bathroom;
    private bathroom: private bathroom, ensuite, en suite, private bath, own bathroom, ensuite bathroom, bathroom;
    private pool: private pool, plunge pool, own pool, private plunge pool; sauna: sauna; corner: corner;
    interconnecting: connecting, interconnecting, adjoining, communicating, interconnected, connected rooms,
    connecting rooms; pets allowed: pet friendly, pets allowed, pet, dog friendly;
    partial view: partial, side, limited, lateral, partially, obstructed, semi;
    no window: no window, no windows, without window, windowless, without windows, interior, internal;
    living room: living room, living area, separate living area, sitting area, seating area, sitting room,
    lounge area; parlour: parlor, parlour; garden: private garden; mezzanine: mezzanine;
    air conditioning: air conditioning, aircon, air conditioned;
    hillside: hillside, hill side; beach access: beach access, direct beach access;
    pool access: pool access, direct pool access, swim up, swimup, pool side access;
    single use: single use, for single use, sole use, sole occupancy, single occupancy, for sole use;
    female: female, female only, women only, ladies; male: male, men only; mixed: mixed`,
  board: `room only: room only, no meals, ro, no meal, without breakfast, no breakfast, accommodation only,
    self catering, bed only;
    breakfast: breakfast, breakfast included, with breakfast, including breakfast, bed and breakfast,
    bed breakfast, b b, bb, free breakfast, breakfast incl, incl breakfast, buffet breakfast,
    continental breakfast, bed and breakfast included, breakfast for 2, breakfast for two, american breakfast;
    half board: half board, hb, breakfast and dinner, dinner included, dinner bed and breakfast,
    demi pension; full board: full board, fb, all meals;
    all inclusive: all inclusive, ai, all incl, ultra all inclusive`,
  refund: `non-refundable: non refundable, nonrefundable, not refundable, no refund, no refunds, nrf,
    non ref, nonref, no cancellation, non cancellable, advance purchase, prepaid, prepay, non changeable,
    non refund;
    refundable: refundable, fully refundable, free cancellation, flexible, flex, fully flexible,
    flexible cancellation, semi flexible, free cancelation, cancellable, cancel free;
    partially refundable: partially refundable, partial refund, moderate cancellation`,
  stay: `weekly: weekly, week, weekly stay, weekly discount, 7 nights, 7 night, seven nights, 7 days;
    monthly: monthly, month, monthly stay, monthly discount, 28 nights, 30 nights, 28 days, 30 days;
    long stay: long stay, long term, extended stay, length of stay, longer stay, long stays, longstay;
    weekend: weekend`,
  deal: `genius: genius, genius rate, genius discount; mobile: mobile, mobile rate, mobile only, app only;
    promotion: promotion, promotions, promo, promotional, special offer, special, deal, offer, discount,
    discounted, sale; early booking: early booker, early bird, early booking, book early, advance booking;
    last minute: last minute, late booking, late escape;
    member: member, members, loyalty, member only, secret deal; corporate: corporate, company, government;
    package: package, romance package, spa package; black friday: black friday, getaway deal;
    country rate: country rate; opaque: opaque`,
  base: `standard rate: bar, best available, best available rate, base, base rate, rack, rack rate, public,
    normal, regular, best flexible, daily rate`,
  number: `1: one; 2: two; 3: three; 4: four; 5: five; 6: six; 7: seven; 8: eight; 9: nine; 10: ten;
    11: eleven; 12: twelve; floor 1: first, 1st; floor 2: second, 2nd; floor 3: third, 3rd; floor 4: fourth;
    floor 5: fifth`,
  'guest word': `guests: guests, guest, capacity, occupancy, ad, adt, adts, persons, person, people, adults, adult, pax, child, children, ppl,
    sleeps, travellers, travelers`,
  'size word': 'size: sqm, sq m, m2, square meters, square metres, sq ft, sqft, square feet, square foot',
  range: 'to: to, through, thru',
  or: 'or: or',
  without: 'without: without, no, not, non, w o',
  filler: `newly renovated, renovated, refurbished, newly refurbished, new, wifi, wi fi, free wifi, internet, tv,
    hd tv, hd, lcd, satellite, satellite tv, flat screen, minibar, mini bar, safe, hairdryer, desk, work desk,
    working desk, coffee, complimentary, the, a, an, of, with, w, and, in, on, at, for, from, by, its, access, exclusive, size, type,
    plan, location, located, level, option, options, rate, rates, price, only, incl, including, included,
    plus tax, use`,
}
