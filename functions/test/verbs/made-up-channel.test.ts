import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { actor, opsContext } from '../../../scripts/ops/context.ts'
import { eraseDeps } from '../../../scripts/ops/guest.ts'
import { channelNames } from '../../src/lib/chat/channel-names.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { postBody } from '../../src/lib/chat/posting/post-input.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { parseLanes } from '../../src/lib/due/lanes.ts'
import { eraseGuest } from '../../src/lib/personal-data/erase-guest.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { carriedBy, seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { Loft } from '../support/pigeon/loft.ts'
import { put, uniqueId } from '../support/stack.ts'
import { builtContext, limits, testContext } from '../support/test-context.ts'

// The set-up has loaded the modules with the real channels.
vi.hoisted(() => vi.resetModules())
// Adding a channel changes this in the code of every channel: its name, its row and who carries it. The rest follows,
// or does not compile (docs/extending.md).
vi.mock('../../src/lib/chat/channel-names.ts', () => ({ channelNames: ['chatapp', 'sms', 'pigeon'] }))
vi.mock('../../src/lib/chat/channels/registry.ts', async () => {
  const { chatapp } = await import('../../src/lib/chat/channels/chatapp.ts')
  const { sms } = await import('../../src/lib/chat/channels/sms.ts')
  const { pigeon } = await import('../support/pigeon/row.ts')
  return { channels: { chatapp, sms, pigeon } }
})
vi.mock('../../src/adapters/carriers.ts', () => {
  const twilio = { name: 'twilio', key: 'TWILIO_AUTH_TOKEN' }
  const channelManager = { name: 'channel-manager', key: 'CHANNEL_MANAGER_API_KEY' }
  return {
    twilio,
    channelManager,
    carrierOf: { chatapp: twilio, sms: twilio, pigeon: { name: 'loft', key: 'LOFT_KEY' } },
  }
})

const { db, read } = startVerbs()
const channel = z.enum(channelNames).parse('pigeon')
const staff = staffActor()
const hour = 3_600_000
const waits = { chatapp: hour, sms: hour, ota: hour, pigeon: hour }

let loft = new Loft()
let clock = steppedClock()
beforeEach(() => {
  loft = new Loft()
  clock = steppedClock(new Date(Date.now() + 1000))
})

const posting = async () => {
  const deps = await builtContext()
  return { ...deps, rules: { ...deps.rules, sendWaits: () => waits }, ...carriedBy(loft) }
}
const delivering = async () => {
  const deps = await posting()
  const firstTry = async (_lane: string, run: () => Promise<unknown>) => {
    await run()
    return true
  }
  return { ...deps, clock, breaker: { ...deps.breaker, firstTry } }
}

async function home(fields: object = {}) {
  const [guestId, reservationId, address] = [uniqueId('guest'), uniqueId('stay'), `loft:${uniqueId('loft')}`]
  await put(`guests/${guestId}`, { name: 'Maria Rossi', addresses: [address], ...fields })
  await put(`reservations/${reservationId}`, { guestId, arrival: '2026-01-01', departure: '2036-01-01' })
  return { guestId, address, threadId: await seedThread({ reservationId }) }
}

/** Posts a message as the API takes it, and delivers it. */
async function sent(threadId: string, fault?: Loft['fault'], by = 'pigeon') {
  const post = postBody(limits).parse({ type: `${by}-message`, body: 'Come home' })
  const { message } = await createMessage(await posting(), staff, { ...post, threadId })
  const ref = { threadId, messageId: message.messageId }
  const stored = () => read(`threads/${threadId}/messages/${ref.messageId}`)
  loft.fault = fault
  const deliver = async () => deliverMessage(await delivering(), ref)
  await deliver()
  return { ref, stored, deliver }
}

describe('a channel that has only a row and a vendor', () => {
  it('sends to an address of its own', async () => {
    const { threadId, address } = await home()
    const { stored } = await sent(threadId)
    const [letter] = loft.letters.values()
    expect(letter).toMatchObject({ to: address, body: 'COME HOME' })
    expect(await stored()).toMatchObject({
      externalMessageId: letter?.providerMessageId,
      delivery: { status: 'sent', to: address },
    })
  })

  it.each([
    [{}, 'closed', 'The loft is closed.'],
    [{ addresses: ['loft:of-a-hawk'] }, undefined, 'A hawk lives there.'],
    [{ name: 'Becalmed' }, undefined, 'There is no wind.'],
    [{ addresses: [], phone: '+15005550006' }, undefined, 'The guest has no loft.'],
  ] as const)('fails in words of its own: %j %s', async (fields, fault, detail) => {
    const { stored } = await sent((await home(fields)).threadId, fault)
    expect(await stored()).toMatchObject({ delivery: { status: 'failed', failure: { detail } } })
    expect(loft.letters.size).toBe(0)
  })

  it.each(['chatapp', 'sms'])('has addresses that %s does not write to', async by => {
    const { threadId } = await home()
    const { stored } = await sent(threadId, undefined, by)
    expect(await stored()).toMatchObject({
      delivery: { status: 'failed', failure: { code: 'not-reachable' } },
    })
    expect(loft.letters.size).toBe(0)
  })

  it.each([
    ['pigeon', 'loft:of-two-channels'],
    ['chatapp', 'US.13491208655302741918'],
    ['sms', '+393331234567'],
  ])('of a guest with addresses of each, %s is sent to its own', async (by, own) => {
    const addresses = ['loft:of-two-channels', 'US.13491208655302741918', '+393331234567']
    await sent((await home({ addresses })).threadId, undefined, by)
    expect([...loft.letters.values()]).toMatchObject([{ to: own }])
  })

  it('can be retried by a person', async () => {
    const { ref, stored } = await sent((await home()).threadId, 'closed')
    await retryMessage(await delivering(), staff, ref)
    expect(await stored()).toMatchObject({ delivery: { status: 'sent' } })
    expect(loft.letters.size).toBe(1)
  })

  it('finds by its own rules a send whose answer was lost', async () => {
    const { stored, deliver } = await sent((await home()).threadId, 'answer lost')
    expect(await stored()).toMatchObject({ delivery: { status: 'unknown' } })
    clock.forward(60_000)
    await deliver()
    expect(await stored()).toMatchObject({ delivery: { status: 'sent' } })
    expect(loft.letters.size).toBe(1)
  })

  it('leaves to a person a send that its list does not show', async () => {
    const { stored, deliver } = await sent((await home()).threadId, 'lost')
    for (let minute = 0; minute < 20; minute += 1) {
      clock.forward(60_000)
      await deliver()
    }
    const { delivery } = await stored()
    expect(delivery).toMatchObject({ status: 'unknown' })
    expect(delivery).not.toHaveProperty('dueAt')
    expect(loft.letters.size).toBe(0)
  })

  it('receives messages, and heeds its own words for opting out and in', async () => {
    const { threadId, guestId, address } = await home()
    const receive = async (body: string) => {
      const providerMessageId = uniqueId('coo')
      await receiveMessage(await posting(), {
        providerMessageId,
        channel,
        from: address,
        body,
        attachments: [],
      })
      return read(`threads/${threadId}/messages/${providerMessageId}`)
    }
    expect(await receive('Coo')).toMatchObject({
      source: 'pigeon',
      type: 'pigeon-message',
      authorId: guestId,
    })
    await receive('roost')
    const { stored } = await sent(threadId)
    expect(await stored()).toMatchObject({ delivery: { status: 'failed', failure: { code: 'opted-out' } } })
    await receive('fly')
    expect(await (await sent(threadId)).stored()).toMatchObject({ delivery: { status: 'sent' } })
  })

  it('is erased at its vendor', async () => {
    const { threadId, guestId } = await home()
    const { stored } = await sent(threadId)
    const erasures = { chatapp: undefined, sms: undefined, ota: undefined, pigeon: loft }
    const deps = { ...eraseDeps(opsContext(db, undefined), {}), erasures }
    expect(await eraseGuest(deps, actor, guestId)).toMatchObject({ left: 0 })
    expect(loft.letters.size).toBe(0)
    expect(await stored()).not.toMatchObject({ body: 'Come home' })
  })

  it('tells readers of a thread its own reachability', async () => {
    const { threadId } = await home({ name: 'Becalmed' })
    const { reachability } = await readThread(testContext({ firestore: db }), staff, {
      threadId,
    })
    expect(reachability).toMatchObject({
      pigeon: { reachable: false, wind: false, numberValid: null, reason: { detail: 'There is no wind.' } },
      chatapp: { reachable: false },
    })
  })

  it('is due work of its own, in a lane of its own', () => {
    const query = { filters: expect.arrayContaining([['type', ['pigeon-message']]]) }
    expect(dueKinds).toMatchObject({ 'pigeon-delivery': { lane: 'pigeon', query } })
    const others = 'look-up=1/1, email=1/1, guest-platform=1/1, search=1/1, channel-manager=1/1'
    expect(() => parseLanes(`chatapp=1/1, sms=1/1, ${others}`)).toThrow('LANES says nothing of pigeon')
  })
})
