import { expect, it } from 'vitest'
import { readReachability } from '../../src/lib/chat/reachability/reachability.ts'
import { aboutThread } from '../../src/lib/chat/reading/about-thread.ts'
import { sendTemplate } from '../../src/lib/chat/templates/send-template.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import type { NamedFacts } from '../../src/lib/fact-names.ts'
import { readFacts, setFacts } from '../../src/lib/property-facts.ts'
import { actorOf, seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { listed, put, stored, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

startVerbs()
const deps = await builtContext()

it('facts of a house replace all earlier ones, stand beside its threads, and are audited without them', async () => {
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa Alameda' })
  const threadId = await seedThread({ propertyId })
  const shown = async () => (await aboutThread(deps, threadId)).property?.facts
  expect(await shown()).toEqual({})
  for (const facts of [{ doorCode: '4711', wifi: 'alameda' }, { wifi: 'sunny-days' }]) {
    expect(await setFacts(deps, staffActor(), { propertyId, facts })).toEqual({ facts })
    expect(await shown()).toEqual(facts)
    expect(await readFacts(deps, propertyId)).toEqual({ facts })
  }
  expect((await listed('auditLog', 'targetId', propertyId)).map(({ metadata }) => metadata)).toEqual(
    expect.arrayContaining([{ count: 2 }, { count: 1 }]),
  )
  const unknown = { propertyId: uniqueId('none'), facts: {} }
  await expect(setFacts(deps, staffActor(), unknown)).rejects.toMatchObject({ code: 'property-not-found' })
})

it.each<[string, Record<string, string>, NamedFacts]>([
  [
    'as the desk names them',
    { 'Wi-Fi': 'alameda', 'Door code': ' 4711 ' },
    { wifi: 'alameda', doorCode: '4711' },
  ],
  [
    'as the API names them',
    { wifi: 'alameda', wayIn: 'Key box 4711.', houseRules: 'Quiet.' },
    { wifi: 'alameda', wayIn: 'Key box 4711.', houseRules: 'Quiet.' },
  ],
  ['without a text, or under other names', { WIFI: ' ', wifi: '', Bins: 'Monday' }, {}],
])('facts %s are for staff to send, keys to a guest with a booking', async (_what, facts, filled) => {
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa Alameda', facts })
  const { threadId, reservationId } = await seedGuestThread({ participantIds: ['lars'] })
  await update(`reservations/${reservationId}`, { propertyId })
  const inquiry = await seedThread({ propertyId })
  const reach = async (of: string, actor = staffActor()) => {
    const thread = storedThread.parse(await stored(`threads/${of}`))
    return readReachability(deps, actor, { threadId: of, thread })
  }
  expect((await reach(threadId)).facts).toEqual(filled)
  const { wayIn, doorCode, wifi, ...forAnybody } = filled
  expect((await reach(inquiry)).facts).toEqual(forAnybody)
  const lars = { ...actorOf('landlord'), uid: 'lars' }
  expect(await reach(threadId, lars)).not.toHaveProperty('facts')
  await update(`reservations/${reservationId}`, { status: 'cancelled' })
  expect((await reach(threadId)).facts).toEqual(forAnybody)
})

it('the way in fills the template, which is refused while the house has none', async () => {
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa Alameda' })
  const { threadId, reservationId } = await seedGuestThread()
  await update(`reservations/${reservationId}`, { propertyId })
  const send = () =>
    sendTemplate(deps, staffActor(), { threadId, template: 'check-in-details', variables: {} })
  await expect(send()).rejects.toMatchObject({
    errors: [{ path: 'variables.instructions' }],
    nextAction: expect.stringContaining('facts of the house'),
  })
  await setFacts(deps, staffActor(), { propertyId, facts: { 'Way in': 'By the\nblue door.' } })
  expect((await send()).message.body).toContain('How to get in: By the blue door. Reply')
})
