import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findThreads } from '../../src/lib/chat/finding/find-threads.ts'
import { openThread } from '../../src/lib/chat/opening/open-thread.ts'
import { aboutThread } from '../../src/lib/chat/reading/about-thread.ts'
import { emailKey, guestKeys, reservationKeys } from '../../src/lib/finding-keys.ts'
import { uniquePhone } from '../support/builders.ts'
import { seedThread, startVerbs } from '../support/chat-deps.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db } = startVerbs()
const deps = await builtContext({ firestore: db })
const find = async (text: string) => (await findThreads(deps, text)).threads
const staysFor = async (text: string) => (await findThreads(deps, text)).stays

/** A guest with a stay at a property, and the thread that names only the stay. */
async function home(fields: { guest?: object; stay?: object; thread?: object; property?: object } = {}) {
  const [guestId, reservationId] = [uniqueId('guest'), uniqueId('stay')]
  const [propertyId, phone] = [uniqueId('property'), uniquePhone()]
  const email = `${guestId}@example.com`
  const name = `Casa ${propertyId}`
  await put(`guests/${guestId}`, { name: 'Maria Rossi', phone, email, ...fields.guest })
  await put(`properties/${propertyId}`, { name, landlordId: 'lars', ...fields.property })
  const stay = { guestId, propertyId, arrival: '2026-11-20', departure: '2026-11-27' }
  await put(`reservations/${reservationId}`, { ...stay, ...fields.stay })
  const threadId = await seedThread({ reservationId, participantIds: ['lars'], ...fields.thread })
  return { guestId, reservationId, propertyId, phone, email, name, threadId }
}

describe('a thread is found', () => {
  it('by the number of its guest, in any spelling', async () => {
    const { phone, threadId } = await home()
    const spelled = `00${phone.slice(1, 3)} (0)${phone.slice(3, 6)}-${phone.slice(6, 9)} ${phone.slice(9)}`
    for (const text of [phone, phone.slice(1), spelled.replace('(0)', '')])
      expect(await find(text)).toEqual([
        { threadId, because: 'phone', guestName: 'Maria Rossi', propertyId: null },
      ])
  })

  it('by the last seven digits of its guest, or more of them', async () => {
    const phone = uniquePhone()
    const { threadId } = await home({ guest: { phone, ...guestKeys({ phone }) } })
    for (const text of [phone.slice(-7), `0${phone.slice(-9)}`, `${phone.slice(-7, -4)} ${phone.slice(-4)}`])
      expect(await find(text)).toContainEqual(expect.objectContaining({ threadId, because: 'phone' }))
    // A leading 0 is none of the number.
    const other = `${phone.at(-9) === '9' ? 8 : 9}${phone.slice(-8)}`
    expect((await find(other)).map(one => one.threadId)).not.toContain(threadId)
  })

  it('by an address that staff gave its guest', async () => {
    const assigned = uniquePhone()
    const { threadId } = await home({ guest: { addresses: [assigned] } })
    expect(await find(assigned)).toMatchObject([{ threadId, because: 'phone' }])
  })

  it('by e-mail address, whatever its capitals', async () => {
    const { email, threadId } = await home()
    for (const text of [email, email.toUpperCase()])
      expect(await find(text)).toMatchObject([{ threadId, because: 'email' }])
  })

  it('by e-mail address with other capitals, dots and domain than it is stored with', async () => {
    const name = uniqueId('maria').replaceAll(/[^a-z\d]/gi, '')
    const email = `${name}.Rossi@Müller.example`
    const { threadId } = await home({ guest: { email, emailKey: emailKey(email) } })
    for (const text of [
      email,
      `${name}rossi@xn--mller-kva.example`,
      ` ${name.toUpperCase()}.rossi @müller.example`,
    ])
      expect(await find(text)).toMatchObject([{ threadId, because: 'email' }])
  })

  it('by the id of its reservation, and by the number that the OTA gave it, however it is typed', async () => {
    const number = String(randomInt(4e9, 5e9))
    const dotted = number.replace(/(?=(\d{3})+$)/g, '.')
    for (const stay of [{ code: number }, { code: `BDC-${number}` }, { otaBookingNumber: number }]) {
      const { reservationId, threadId } = await home({ stay })
      const keyed = await home({ stay: { code: dotted, numberKeys: reservationKeys({ code: dotted }) } })
      expect(await find(reservationId)).toMatchObject([{ threadId, because: 'reservation' }])
      for (const text of [number, dotted, `BDC-${number}`, `booking.com #${number}`]) {
        const found = await find(text)
        expect(found.map(one => one.threadId)).toEqual(expect.arrayContaining([threadId, keyed.threadId]))
      }
      await remove(`reservations/${reservationId}`)
    }
    const letters = `hm${uniqueId('').replaceAll(/[^a-z\d]/gi, '')}9`.toUpperCase()
    const { threadId } = await home({ stay: { code: letters } })
    for (const text of [letters, letters.toLowerCase(), `Airbnb ${letters}`])
      expect(await find(text)).toMatchObject([{ threadId, because: 'reservation' }])
  })

  it('by another stay of the same guest', async () => {
    const { guestId, threadId, propertyId } = await home()
    const earlier = uniqueId('stay')
    await put(`reservations/${earlier}`, { guestId, propertyId, arrival: '2025-01-01' })
    expect(await find(earlier)).toMatchObject([{ threadId, because: 'reservation' }])
  })

  it('by the id of its property, and by the beginning of its name, newest first', async () => {
    const { propertyId, name, threadId } = await home()
    await update(`threads/${threadId}`, { propertyId, updatedAt: new Date(1000) })
    const newer = await seedThread({ propertyId, updatedAt: new Date(2000), guestName: 'Ann' })
    const found = [
      { threadId: newer, because: 'property', guestName: 'Ann', propertyId },
      { threadId, because: 'property', guestName: 'Maria Rossi', propertyId },
    ]
    for (const text of [propertyId, name, name.toLowerCase(), name.slice(0, -1)])
      expect(await find(text)).toEqual(found)
  })

  it('by its property, also where nobody has written yet', async () => {
    const [guestId, propertyId] = [uniqueId('guest'), uniqueId('property')]
    await put(`properties/${propertyId}`, { landlordId: uniqueId('landlord') })
    await put(`reservations/${uniqueId('stay')}`, { guestId, propertyId })
    const { threadId } = await openThread(deps, { guestId })
    expect(await find(propertyId)).toMatchObject([{ threadId, because: 'property' }])
  })

  it('by the number of a guest without a stay, where messages go to it, the guest takes part, or it names the guest', async () => {
    const [guestId, phone] = [uniqueId('guest'), uniquePhone()]
    const [goesTo, takesPart] = [await seedThread(), await seedThread({ participantIds: [guestId] })]
    const named = await seedThread({ guestId })
    await put(`guests/${guestId}`, { name: 'Bo', phone, threadId: goesTo })
    const found = await find(phone)
    expect(found.map(({ threadId }) => threadId).sort()).toEqual([goesTo, takesPart, named].sort())
    expect(new Set(found.map(({ because }) => because))).toEqual(new Set(['phone']))
  })

  it('once, though found in several ways, and twenty at most', async () => {
    const { guestId, phone, propertyId } = await home()
    await update(`guests/${guestId}`, { email: phone })
    for (let count = 0; count < 25; count += 1) await seedThread({ guestId, propertyId })
    const found = await find(phone)
    expect(found).toHaveLength(20)
    expect(new Set(found.map(({ threadId }) => threadId)).size).toBe(20)
  })

  it.each(['nobody knows this', '+39 333 000 0000 0', 'a/b', '__x__', '..', '💥'])(
    'not, for "%s"',
    async text => {
      expect(await find(text)).toEqual([])
    },
  )
})

describe('a guest without a thread', () => {
  /** A guest with two stays and no thread. */
  async function booked() {
    const [guestId, propertyId] = [uniqueId('guest'), uniqueId('property')]
    const [earlier, later] = [uniqueId('stay'), uniqueId('stay')]
    const [phone, email] = [uniquePhone(), `${guestId}@example.com`]
    await put(`guests/${guestId}`, { name: 'Maria Rossi', phone, email })
    const stay = { guestId, propertyId }
    await put(`reservations/${earlier}`, { ...stay, arrival: '2026-01-01', departure: '2026-01-03' })
    await put(`reservations/${later}`, { ...stay, arrival: '2026-11-20', departure: '2026-11-27' })
    const found = { guestName: 'Maria Rossi', propertyId }
    return { guestId, propertyId, earlier, later, phone, email, found }
  }

  it('is found by number and e-mail address, with the latest stay', async () => {
    const { later, phone, email, found } = await booked()
    const days = { arrival: '2026-11-20', departure: '2026-11-27' }
    expect(await staysFor(phone)).toEqual([{ reservationId: later, because: 'phone', ...found, ...days }])
    expect(await staysFor(email)).toEqual([{ reservationId: later, because: 'email', ...found, ...days }])
    expect(await find(phone)).toEqual([])
  })

  it('is found by a stay, and shown with it', async () => {
    const { earlier, found } = await booked()
    const days = { arrival: '2026-01-01', departure: '2026-01-03' }
    expect(await staysFor(earlier)).toEqual([
      { reservationId: earlier, because: 'reservation', ...found, ...days },
    ])
  })

  it('is no guest whom a thread names, by id, stay or participation, or whose messages go to one', async () => {
    const one = await booked()
    await seedThread({ guestId: one.guestId })
    const two = await booked()
    await seedThread({ reservationId: two.earlier })
    const three = await booked()
    await seedThread({ participantIds: [three.guestId] })
    const four = await booked()
    await update(`guests/${four.guestId}`, { threadId: await seedThread() })
    for (const { phone } of [one, two, three, four]) expect(await staysFor(phone)).toEqual([])
    for (const { later } of [one, two, three]) expect(await staysFor(later)).toEqual([])
  })
})

describe('the facts beside a thread', () => {
  it('are its guest, its stay, other stays, and its property', async () => {
    const since = new Date('2026-01-01T00:00:00Z')
    const { guestId, reservationId, propertyId, phone, email, name, threadId } = await home({
      guest: { optedOut: { sms: since } },
      stay: { status: 'confirmed', ota: 'booking', amount: 41_250, currency: 'GBP', party: 2 },
      property: { timeZone: 'Europe/Rome' },
    })
    for (let year = 2000; year < 2022; year += 1)
      await put(`reservations/${uniqueId('stay')}`, { guestId, arrival: `${year}-01-01` })
    const { otherStays, ...about } = await aboutThread(deps, threadId)
    expect(about).toEqual({
      guest: {
        guestId,
        name: 'Maria Rossi',
        phone,
        email,
        language: null,
        note: null,
        optedOut: { sms: since },
      },
      stay: {
        reservationId,
        propertyId,
        arrival: '2026-11-20',
        departure: '2026-11-27',
        status: 'confirmed',
        ota: 'booking',
        amount: 41_250,
        currency: 'GBP',
        party: 2,
      },
      property: { propertyId, name, timeZone: 'Europe/Rome', landlordId: 'lars', facts: {} },
    })
    expect(otherStays).toHaveLength(20)
    expect(otherStays[0]).toMatchObject({ arrival: '2021-01-01', departure: null, propertyId: null })
  })

  it('include the details of the booking, and another name under a known number', async () => {
    const booking = {
      otaBookingNumber: '4008228464',
      notes: 'Cot, please',
      arrivalTime: '15:00',
      leadGuest: { name: 'Paolo Rossi', phone: '+393331234567', email: null },
      party: { adults: 2, children: 1, infants: 1 },
    }
    const { guestId, threadId } = await home({ stay: booking })
    const leadGuest = { name: 'Anna Bianchi' }
    await put(`reservations/${uniqueId('stay')}`, { guestId, arrival: '2021-01-01', leadGuest })
    const { guest, stay, otherStays } = await aboutThread(deps, threadId)
    expect({ name: guest?.name, stay, otherStays }).toMatchObject({
      name: 'Maria Rossi',
      stay: booking,
      otherStays: [{ leadGuest: { name: 'Anna Bianchi', phone: null, email: null } }],
    })
  })

  it('are none where nothing is stored', async () => {
    const threadId = await seedThread({ reservationId: uniqueId('gone'), propertyId: uniqueId('gone') })
    const nothing = { guest: null, stay: null, otherStays: [], property: null }
    expect(await aboutThread(deps, threadId)).toEqual(nothing)
  })

  it('include the guest whose messages go to the thread', async () => {
    const [guestId, threadId] = [uniqueId('guest'), await seedThread()]
    await put(`guests/${guestId}`, { name: 'Bo', threadId })
    expect((await aboutThread(deps, threadId)).guest).toMatchObject({ guestId, name: 'Bo', phone: null })
  })
})
