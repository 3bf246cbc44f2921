import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db, put, uniqueId } from '../../functions/test/support/stack.ts'
import { openWindow, withBrowser } from './support/browser.ts'
import { type Hands, handsOn, signInByKeys } from './support/hands.ts'
import { bubble, eventually, textBox } from './support/inbox.ts'
import { messagesIn, person, type Staff, sandbox } from './support/world.ts'

withBrowser()

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A property of a landlord, live at a booking site from which messages come in. */
async function house(landlord: Staff) {
  const [propertyId, theirs] = [uniqueId('property'), randomUUID()]
  await sandbox().seed({
    properties: [{ id: theirs, title: 'Casa Mercado' }],
    applications: [{ propertyId: theirs, code: 'channex_messages' }],
  })
  await put(`properties/${propertyId}`, {
    name: 'Casa Mercado',
    landlordId: landlord.uid,
    channelManagerId: theirs,
  })
  await put(`propertyChannels/${propertyId}_booking`, {
    propertyId,
    ota: 'booking',
    status: 'active',
    hotelId: '123456',
    channelManagerChannelId: 'c',
    mapping: { rooms: [], ratePlans: [] },
    mappingStatus: 'initial',
    createdAt: new Date(),
  })
  return { propertyId, theirs }
}

/** Milliseconds for the day of a team; a busy machine takes minutes. */
const longest = 400_000

const ofLandlord = `Who meets the guests of ${uniqueId('house')}?`

const channels = ['chatapp', 'sms', 'ota'] as const

interface Guest {
  name: string
  question: string
  write: () => Promise<unknown>
}

/** A guest with a stay, who has not written yet. */
async function guest(at: { propertyId: string; theirs: string }, number: number): Promise<Guest> {
  const [guestId, bookingId] = [uniqueId('guest'), randomUUID()]
  const name = `Guest ${guestId.slice(-8)}`
  const question = `Question ${guestId.slice(-8)}: when can we come?`
  const phone = `+3469${randomInt(1_000_000, 9_999_999)}`
  const channel = channels[number % channels.length]
  await put(`guests/${guestId}`, { name, ...(channel !== 'ota' && { phone }) })
  await put(`reservations/${bookingId}_1`, {
    guestId,
    propertyId: at.propertyId,
    bookingId,
    status: 'confirmed',
    arrival: day(0),
    departure: day(4),
    ...(channel === 'ota' && { ota: 'booking' }),
  })
  if (channel !== 'ota')
    await put(`threads/${uniqueId('thread')}`, {
      source: 'guest',
      guestName: name,
      participantIds: [guestId],
      propertyId: at.propertyId,
      reservationId: `${bookingId}_1`,
      needsAttention: [],
      needsAttentionMap: {},
      version: 0,
      updatedAt: new Date(),
    })
  const write = () =>
    channel === 'ota'
      ? sandbox().writeAtOta({
          propertyId: at.theirs,
          bookingId,
          provider: 'BookingCom',
          message: question,
        })
      : sandbox().inbound({ from: channel === 'sms' ? phone : `whatsapp:${phone}`, body: question })
  return { name, question, write }
}

const openIn = ({ page }: Hands) => new URL(page.url()).pathname.split('/')[2]

/** Answers threads without an owner, one after the other, from one end of the list, until none is left. */
async function work(hands: Hands, onward: 'j' | 'Shift+J', isOver: () => boolean): Promise<void> {
  const { page, press, type } = hands
  const bar = page.getByRole('region', { name: 'Owner and state' })
  while (!isOver()) {
    if ((await page.getByTestId('threads').getByRole('link').count()) === 0) {
      await page.waitForTimeout(250)
      continue
    }
    const before = openIn(hands)
    await press(onward)
    await page.waitForTimeout(100)
    const threadId = openIn(hands)
    if (threadId === undefined || threadId === before) {
      await page.waitForTimeout(250)
      continue
    }
    await bar.getByText(/^(No owner|Owner: )/).waitFor()
    if ((await bar.getByText('Owner: ').count()) > 0) continue
    await press('t')
    await bar.getByText('Owner: ').waitFor()
    if ((await bar.getByText('Owner: You').count()) === 0) continue
    await press('r')
    const answer = `From three on, ${threadId}.`
    await textBox(page).waitFor()
    await type(answer)
    await press('Control+Enter')
    await bubble(page, answer).waitFor()
    await press('Escape')
  }
}

/** A landlord's question waits in no queue: it is found by its words. */
async function answerLandlord({ page, press, type }: Hands): Promise<void> {
  await press('Control+k')
  await page.getByRole('combobox').last().waitFor()
  await type(ofLandlord)
  await page.getByRole('option').filter({ hasText: 'Support' }).first().waitFor()
  await press('Enter')
  await bubble(page, ofLandlord).waitFor()
  await press('r')
  await type('From three on, Bob does.')
  await press('Control+Enter')
  await bubble(page, 'Bob does.').waitFor()
}

test(
  'two people answer thirty guests on three channels and a landlord without a mouse, all in time',
  async () => {
    const [ann, bob, lars] = await Promise.all([
      person('Ann'),
      person('Bob', 'operations'),
      person('Lars', 'landlord'),
    ])
    const homes = [await house(lars), await house(lars)] as const
    const guests = await Promise.all(
      Array.from({ length: 30 }, (_, number) => guest(homes[number < 15 ? 0 : 1], number)),
    )
    const isLate = (_: Guest, number: number) => number % 15 >= 10
    const early = guests.filter((one, number) => !isLate(one, number))
    const later = guests.filter(isLate)
    await Promise.all(early.map(({ write }) => write()))
    const support = uniqueId('support')
    await put(`threads/${support}`, {
      source: 'support',
      participantIds: [lars.uid, ann.uid, bob.uid],
      propertyId: homes[0].propertyId,
      needsAttention: [],
      needsAttentionMap: {},
      updatedAt: new Date(),
      version: 0,
    })
    const [annHands, bobHands, larsHands] = await Promise.all(
      [0, 1, 2].map(async () => handsOn(await openWindow())),
    )
    if (!annHands || !bobHands || !larsHands) throw new Error('no windows')
    const queueOf = ({ propertyId }: { propertyId: string }) =>
      `/inbox?view=unassigned&property=${propertyId}`
    await Promise.all([
      signInByKeys(annHands, ann, queueOf(homes[0])),
      signInByKeys(bobHands, bob, queueOf(homes[1])),
      signInByKeys(larsHands, lars, `/open?thread=${support}`),
    ])
    const ids = homes.map(({ propertyId }) => propertyId)
    const ofHouse = () => db().collection('threads').where('propertyId', 'in', ids).get()
    let answered = 0
    const isOver = () => answered === guests.length
    const people = [work(annHands, 'j', isOver), work(bobHands, 'Shift+J', isOver)]
    const landlord = (async () => {
      await larsHands.reach(textBox(larsHands.page))
      await larsHands.type(ofLandlord)
      await larsHands.page.getByRole('button', { name: 'Post', disabled: false }).waitFor()
      await larsHands.press('Control+Enter')
      await bubble(larsHands.page, 'From three on, Bob does.').waitFor({ timeout: longest })
    })()
    await Promise.all([
      ...people,
      landlord,
      (async () => {
        await people[0]
        await answerLandlord(annHands)
      })(),
      (async () => {
        for (const { write } of later) await write()
      })(),
      expect
        .poll(
          async () => {
            const { docs } = await ofHouse()
            answered = docs.filter(thread => thread.get('ownerId') && !thread.get('unansweredSince')).length
            return answered
          },
          { ...eventually, timeout: longest },
        )
        .toBe(guests.length),
    ])

    const { docs } = await ofHouse()
    expect(docs).toHaveLength(guests.length + 1)
    for (const thread of docs) {
      expect(thread.get('dueBy') ?? null).toBeNull()
      const bodies = (await messagesIn(thread.id)).map(({ body }) => body)
      expect(bodies.filter(body => String(body).startsWith('From three on,'))).toHaveLength(1)
    }
    const { docs: ledger } = await db().collection('ledger').where('propertyId', 'in', ids).get()
    expect(ledger.filter(entry => entry.get('inTime') !== true)).toEqual([])
    expect(ledger.length).toBeGreaterThanOrEqual(guests.length)
    const hands = [annHands, bobHands, larsHands]
    expect(hands.map(one => one.pointed())).toEqual([0, 0, 0])
    const presses = hands.map(one => one.presses())
    console.log(`${docs.length} questions: ${presses.join(', ')} presses`)
    // Presses: the sign-in, and for each question next, take, write, send, leave.
    expect(presses.reduce((sum, each) => sum + each)).toBeLessThan(docs.length * 8)
  },
  longest,
)
