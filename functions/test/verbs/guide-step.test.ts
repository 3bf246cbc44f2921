import { describe, expect, it } from 'vitest'
import { readGuideStep } from '../../src/lib/connection/guide/read-step.ts'
import { sendGuideStep } from '../../src/lib/connection/guide/send-step.ts'
import { actorOf, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { listed, put, remove, stored, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = startVerbs()
const hour = 3_600_000

const somebody = () => actorOf('operations')

async function pendingRequest({ account = {}, property = {}, request = {} } = {}) {
  const [landlordId, propertyId, requestId] = [
    uniqueId('landlord'),
    uniqueId('property'),
    uniqueId('request'),
  ]
  const email = `${landlordId}@example.com`
  await put(`accounts/${landlordId}`, {
    name: 'Lars Lindqvist',
    email,
    language: 'de',
    connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
    ...account,
  })
  await put(`properties/${propertyId}`, { name: 'Harbour View', landlordId, ...property })
  await put(`connectionRequests/${requestId}`, { propertyId, ota: 'booking', status: 'pending', ...request })
  const emails = async () => {
    const docs = await listed('emails', 'about.requestId', requestId)
    return docs.map(({ id, ...email }) => ({ ...email, emailId: id }))
  }
  const sentSteps = async () => (await stored(`connectionRequests/${requestId}`)).sentSteps ?? []
  const audited = () => listed('auditLog', 'targetId', requestId)
  return { requestId, propertyId, email, emails, sentSteps, audited }
}

const setUp = async (fields: Parameters<typeof pendingRequest>[0] = {}) => {
  const clock = steppedClock()
  const request = await pendingRequest(fields)
  const context = testContext({ firestore: db, clock })
  const input = { requestId: request.requestId, step: 'searchName', language: 'de' } as const
  return { ...request, clock, context, input }
}

describe('a step of the guide', () => {
  it('goes to the landlord in one e-mail, and is remembered', async () => {
    const { context, input, emails, sentSteps, audited, email, propertyId, requestId, clock } = await setUp()
    const actor = somebody()
    const { sent, isNew } = await sendGuideStep(context, actor, input)
    expect(isNew).toBe(true)
    expect(await emails()).toMatchObject([
      {
        template: 'guide-step',
        to: email,
        status: 'pending',
        about: { requestId, propertyId, ota: 'booking' },
        data: {
          step: 'searchName',
          ota: 'Booking.com',
          propertyName: 'Harbour View',
          link: 'https://admin.booking.com/',
          language: 'de',
        },
      },
    ])
    expect(await sentSteps()).toMatchObject([{ step: 'searchName', by: actor.uid, language: 'de' }])
    expect(await audited()).toMatchObject([
      {
        action: 'request.send-step',
        outcome: 'success',
        actorId: actor.uid,
        metadata: { propertyId, ota: 'booking', step: 'searchName', language: 'de' },
      },
    ])
    expect(await readGuideStep(context, input)).toMatchObject({
      lastSent: { at: clock.now(), by: sent.by, language: 'de', status: 'pending' },
    })
  })

  it('names its recipient beforehand, and has the name of the property in one line', async () => {
    const { context, input, email, emails } = await setUp({ property: { name: ' Harbour\n View ' } })
    expect(await readGuideStep(context, input)).toEqual({
      to: { name: 'Lars Lindqvist', email },
      obstacle: null,
      language: 'de',
      lastSent: null,
    })
    await sendGuideStep(context, somebody(), input)
    expect(await emails()).toMatchObject([{ data: { propertyName: 'Harbour View' } }])
  })

  it('is sent once when pressed twice, or by several people at once', async () => {
    const { context, input, emails, audited, sentSteps } = await setUp()
    const people = [somebody(), somebody(), somebody()]
    const ends = await Promise.all(people.map(actor => sendGuideStep(context, actor, input)))
    expect(ends.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(ends.map(({ sent }) => sent.emailId)).size).toBe(1)
    expect((await sendGuideStep(context, somebody(), { ...input, language: 'en' })).isNew).toBe(false)
    expect(await emails()).toHaveLength(1)
    expect(await sentSteps()).toHaveLength(1)
    expect(await audited()).toHaveLength(1)
  })

  it('is sent again, once, for requests that name the last sending', async () => {
    const { context, input, emails } = await setUp()
    const { sent } = await sendGuideStep(context, somebody(), input)
    const again = { ...input, lastSentAt: sent.at }
    const ends = await Promise.all([1, 2].map(() => sendGuideStep(context, somebody(), again)))
    expect(ends.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect((await sendGuideStep(context, somebody(), again)).isNew).toBe(false)
    expect(await emails()).toHaveLength(2)
  })

  it('is sent again after a day, and another step at any time', async () => {
    const { context, input, emails, clock } = await setUp()
    await sendGuideStep(context, somebody(), input)
    await sendGuideStep(context, somebody(), { ...input, step: 'agreement' })
    clock.forward(23 * hour)
    expect((await sendGuideStep(context, somebody(), input)).isNew).toBe(false)
    clock.forward(hour)
    expect((await sendGuideStep(context, somebody(), input)).isNew).toBe(true)
    expect(await emails()).toHaveLength(3)
  })

  it('is refused after ten in a day, until the first of them is a day old', async () => {
    const { context, input, emails, clock } = await setUp()
    let lastSentAt: Date | undefined
    for (let count = 0; count < 10; count += 1) {
      clock.forward(60_000)
      lastSentAt = (await sendGuideStep(context, somebody(), { ...input, lastSentAt })).sent.at
    }
    const next = { ...input, lastSentAt }
    await expect(sendGuideStep(context, somebody(), next)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 86_400 - 9 * 60,
    })
    expect(await emails()).toHaveLength(10)
    clock.forward(24 * hour - 9 * 60_000)
    expect((await sendGuideStep(context, somebody(), next)).isNew).toBe(true)
  })

  it.each([
    ['no e-mail address', { account: { email: null } }, /no e-mail address/],
    ['an empty one', { account: { email: ' ' } }, /no e-mail address/],
    ['asked for none', { account: { noGuideEmails: true } }, /asked for no e-mails/],
    ['said something about it that cannot be read', { account: { noGuideEmails: 'x' } }, /asked for no/],
    ['no account', { property: { landlordId: null } }, /no landlord account/],
  ])('is not sent where the landlord has %s', async (_, fields, why) => {
    const { context, input, emails } = await setUp(fields)
    await expect(sendGuideStep(context, somebody(), input)).rejects.toMatchObject({
      code: 'landlord-not-reachable',
      detail: expect.stringMatching(why),
    })
    expect(await readGuideStep(context, input)).toMatchObject({
      to: null,
      obstacle: { detail: expect.stringMatching(why), nextAction: expect.stringMatching(/./) },
    })
    expect(await emails()).toEqual([])
  })

  it.each([
    ['not-found', { requestId: uniqueId('none') }, {}],
    ['not-found', { step: 'introduction' }, {}],
    ['not-found', { step: 'constructor' }, {}],
    ['not-found', {}, { request: { ota: 'another' } }],
    ['property-not-found', {}, { request: { propertyId: uniqueId('none') } }],
    ['property-incomplete', {}, { account: { connectionService: null } }],
  ] as const)('is refused with %s for %j of %j', async (code, more, fields) => {
    const { context, input, emails } = await setUp(fields)
    const wrong = { ...input, ...more }
    await expect(sendGuideStep(context, somebody(), wrong)).rejects.toMatchObject({ code })
    await expect(readGuideStep(context, wrong)).rejects.toMatchObject({ code })
    expect(await emails()).toEqual([])
  })

  it('tells the status of its e-mail, and null once the e-mail is gone', async () => {
    const { context, input } = await setUp()
    const { sent } = await sendGuideStep(context, somebody(), input)
    await update(`emails/${sent.emailId}`, { status: 'bounced' })
    expect((await readGuideStep(context, input)).lastSent).toMatchObject({ status: 'bounced' })
    await remove(`emails/${sent.emailId}`)
    expect((await readGuideStep(context, input)).lastSent).toMatchObject({ status: null })
  })
})
