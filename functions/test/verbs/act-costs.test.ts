import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type ActName, actsOn, type Cost, calledAt, costOf, mostOf, readsOfAnInbox } from '../support/acts.ts'
import { sandbox, searchRecord } from '../support/chat.ts'
import { seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { storeInbox } from '../support/inbox-threads.ts'
import { readsOfDashboards } from '../support/open-desks.ts'
import { startPlatform } from '../support/platform.ts'
import { type Decorators, decorated, sandboxSettings } from '../support/test-context.ts'

const { db } = await startVerbs()
/** What each waits for before it takes a message. */
let [provider, index, guestPlatform] = [Promise.resolve(), Promise.resolve(), Promise.resolve()]
const decorators: Decorators = {
  messenger: port => ({ ...port, send: given => provider.then(() => port.send(given)) }),
  index: port => ({ ...port, save: given => index.then(() => port.save(given)) }),
  guestPlatform: port => ({ ...port, putMessage: given => guestPlatform.then(() => port.putMessage(given)) }),
}
const platform = await startPlatform({
  ...{ db, sandbox: sandbox() },
  decorate: (name, port) => decorated(decorators, name, port),
  settings: publicUrl => calledAt(sandboxSettings(), publicUrl),
})
afterAll(() => platform.close())
const acts = await actsOn({ db, sandbox: sandbox(), platform })

// What a process reads once a minute, such as a team's hours, is not what an act takes. Where that minute ends
// while an act is played, it is played again.
const again = { retry: 1 }
beforeAll(async () => {
  for (const act of Object.values(acts)) await platform.billOf(act)
})

it.each(Object.entries(mostOf) as [ActName, Cost][])(
  '%s takes no more than it did',
  again,
  async (name, most) => {
    const cost = costOf(await platform.billOf(acts[name]))
    for (const [what, amount] of Object.entries(cost))
      expect(amount, `${what} in ${JSON.stringify(cost)}`).toBeLessThanOrEqual(Reflect.get(most, what))
  },
)

it('an inbox that does not show its thread reads a message once, whatever becomes of it', async () => {
  expect(await readsOfAnInbox({ db, sandbox: sandbox(), platform })).toBe(1)
})

it('a hundred dashboards read a change once each at most, however many threads there are', async () => {
  await storeInbox(db, 300)
  const { guestWrites, staffAnswer } = await readsOfDashboards({ db, sandbox: sandbox(), platform }, 100)
  expect(guestWrites).toBeGreaterThan(0)
  expect(guestWrites).toBeLessThanOrEqual(100)
  expect(staffAnswer).toBeGreaterThan(0)
  expect(staffAnswer).toBeLessThanOrEqual(100)
})

it('a send that fails is read once more, since its mark must be seen: decision 041', async () => {
  expect(await readsOfAnInbox({ db, sandbox: sandbox(), platform }, ['sent', 'failed'])).toBe(2)
})

it('a callback that says nothing that we know is answered before anything is read', async () => {
  const sid = `SM${'0'.repeat(32)}`
  const bill = await platform.billOf(() => sandbox().tell({ sid, status: 'partially_delivered' }))
  expect(costOf(bill)).toMatchObject({ invocations: 1, reads: 0, writes: 0 })
})

/** A post that goes everywhere, while one of its ways hangs; answers its message as it then stands. */
async function postWhileHeld(hold: (until: Promise<void>) => void) {
  const { threadId } = await seedGuestThread(db, { source: 'platform-guest' })
  const held = Promise.withResolvers<void>()
  hold(held.promise)
  const posted = await platform.call(staffActor(), 'POST', `/chat/threads/${threadId}/messages`, {
    ...{ body: 'Hello', type: 'chatapp-message' },
  })
  const { messageId } = z.object({ messageId: z.string() }).parse(posted)
  const message = async () => (await db.doc(`threads/${threadId}/messages/${messageId}`).get()).data()
  const indexed = () =>
    expect.poll(() => searchRecord(threadId)).toMatchObject({ lastMessage: { messageId } })
  const release = async () => {
    hold(Promise.resolve())
    held.resolve()
    await platform.settled()
  }
  return { threadId, message, indexed, release }
}

it('an index that hangs holds up neither the provider nor the guest platform', async () => {
  const { threadId, message, indexed, release } = await postWhileHeld(until => {
    index = until
  })
  await expect.poll(message).toMatchObject({
    delivery: { status: 'sent' },
    forwarding: { status: 'forwarded' },
  })
  expect(await searchRecord(threadId)).toBeUndefined()
  await release()
  await indexed()
})

it('a guest platform that hangs holds up neither the provider nor the index', async () => {
  const { message, indexed, release } = await postWhileHeld(until => {
    guestPlatform = until
  })
  await expect.poll(message).toMatchObject({ delivery: { status: 'sent' } })
  await indexed()
  expect(await message()).not.toMatchObject({ forwarding: { status: 'forwarded' } })
  await release()
  expect(await message()).toMatchObject({ forwarding: { status: 'forwarded' } })
})

it('a provider that hangs holds up neither the index nor the guest platform', async () => {
  const { message, indexed, release } = await postWhileHeld(until => {
    provider = until
  })
  await expect.poll(message).toMatchObject({
    delivery: { status: 'sending' },
    forwarding: { status: 'forwarded' },
  })
  await indexed()
  expect(await message()).toMatchObject({ delivery: { status: 'sending' } })
  await release()
  expect(await message()).toMatchObject({ delivery: { status: 'sent' } })
})
