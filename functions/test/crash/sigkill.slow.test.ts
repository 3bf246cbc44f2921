import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Progress } from '../../../scripts/stack/progress.ts'
import { type StartingStack, startStack } from '../../../scripts/stack/stack.ts'
import { stackLog } from '../support/chat.ts'
import { leaksIn, ourLines, sandboxSecrets } from '../support/log-scan.ts'
import { seededChance } from './random.ts'
import { comeToRest, unfinished } from './rest.ts'
import { type Outcome, playRound, populate, type World } from './rounds.ts'
import type { Json, State, ThreadState } from './state.ts'

const rounds = Number(process.env.SIGKILL_ROUNDS ?? 4)
// SIGKILL_SEED plays a run again, as far as the machine does; SIGKILL_LOGS keeps its logs in that folder.
const seed = Number(process.env.SIGKILL_SEED ?? process.env.SEED ?? 1)
/** Kinds of workers that must be killed: one that serves requests, and one that runs a trigger. */
const neededKinds = ['chat', 'handlemessage']
const isEnough = (killed: readonly string[]): boolean => neededKinds.every(kind => killed.includes(kind))
/** Workers are found by their environment, which only Linux shows. */
const isLinux = process.platform === 'linux'

describe.skipIf(!isLinux)(`${rounds} rounds of posts while workers are killed (seed ${seed})`, () => {
  let starting: StartingStack | undefined
  let world: World
  let state: State
  const acknowledged: Outcome['acknowledged'] = []
  const killed: string[] = []

  beforeAll(
    async () => {
      const progress = new Progress(process.stderr)
      const logDir = process.env.SIGKILL_LOGS
      const parameters = { VENDOR_TIMEOUT_MS: '3000' }
      starting = startStack({
        progress,
        parameters,
        withoutSchedules: true,
        ...(logDir !== undefined && { logDir }),
      })
      const stack = await starting.ready
      Object.assign(process.env, stack.env)
      world = await populate()
      const chance = seededChance(seed)
      // On a slow machine no worker of a kind may have come up by the time of a kill: then rounds go on.
      for (let round = 0; round < rounds || (round < 2 * rounds && !isEnough(killed)); round += 1) {
        const outcome = await playRound(world, round, chance, stack.processes.id, killed)
        acknowledged.push(...outcome.acknowledged)
        killed.push(...outcome.killed)
      }
      state = await comeToRest(world)
      // A round takes half a minute on a machine that does something else.
    },
    600_000 + rounds * 60_000,
  )

  afterAll(() => starting?.stop())

  const all = (): Json[] => state.threads.flatMap(({ messages }) => messages)
  const each = (check: (thread: ThreadState) => void) => state.threads.forEach(check)

  it('kills workers that serve requests, and workers that run triggers', () => {
    expect(killed).toEqual(expect.arrayContaining(neededKinds))
  })

  it('comes to rest', () => {
    expect(unfinished(state)).toEqual([])
  })

  it('loses no message, and stores none twice', () => {
    const lost = acknowledged.filter(one => !all().some(({ messageId }) => messageId === one.messageId))
    expect(lost.map(({ messageId }) => messageId)).toEqual([])
    expect(all()).toHaveLength(acknowledged.length)
    for (const { threadId, messageId, body, type, author } of acknowledged) {
      const stored = all().filter(message => message.body === body)
      expect(stored).toHaveLength(1)
      expect(stored[0]).toMatchObject({ id: messageId, messageId, threadId, type, authorId: author.uid })
    }
  })

  it('has one successful audit entry for every message', () => {
    const attested = state.audit.filter(({ outcome }) => outcome === 'success').map(entry => entry.targetId)
    expect(attested.sort()).toEqual(acknowledged.map(({ messageId }) => messageId).sort())
  })

  it('has the provider accept no message twice', () => {
    const named = all().filter(({ accepted }) => accepted.length > 1)
    expect(named.map(({ messageId }) => messageId)).toEqual([])
    const texts = state.accepted.map(({ body }) => body)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })

  it('sends what is due, and shows every other send as unknown', () => {
    for (const { messageId, type, delivery, externalMessageId, accepted } of all()) {
      if (type === 'message') {
        expect([delivery, accepted], messageId).toEqual([undefined, []])
      } else if (accepted.length > 0) {
        expect([delivery.status, externalMessageId], messageId).toEqual(['sent', accepted[0].sid])
      } else {
        expect(delivery, messageId).toMatchObject({ status: 'unknown', failure: { code: 'outcome-unknown' } })
      }
    }
  })

  it('leaves threads that agree with their messages', () => {
    each(({ thread, messages }) => {
      const authors = [...new Set<string>(messages.map(({ authorId }) => authorId))]
      const members = [...new Set([...world.landlords.map(({ uid }) => uid), ...authors])].sort()
      expect([...thread.participantIds].sort()).toEqual(members)
      // Nobody has read: attention is due to members who were there when another wrote, and to authors of an unknown
      // send.
      const isFromTheStart = (uid: string) => world.landlords.some(landlord => landlord.uid === uid)
      const wroteFirst = (uid: string) => messages.findIndex(({ authorId }) => authorId === uid)
      const visibleTo = (uid: string) => messages.slice(isFromTheStart(uid) ? 0 : wroteFirst(uid))
      const attending = members.filter(uid =>
        visibleTo(uid).some(({ authorId, delivery }) => authorId !== uid || delivery?.status === 'unknown'),
      )
      expect([...thread.needsAttention].sort()).toEqual(attending)
      expect(thread.needsAttentionMap).toEqual(Object.fromEntries(attending.map(id => [id, true])))
      const { delivery: _delivery, forwarding: _forwarding, ...last } = messages.at(-1)
      expect(thread.updatedAt).toBe(last.createdAt)
      expect(last).toMatchObject(withoutProviderId(thread.lastMessage))
      expect(thread.lastPublicMessage).toEqual(thread.lastMessage)
    })
  })

  it('mirrors every message of the mirrored thread, and no other', () => {
    each(({ thread, messages, mirrored }) => {
      const expected = thread.source === 'platform-guest' ? messages : []
      const ids = (found: Json[]) => found.map(({ messageId, body }) => `${messageId} ${body}`).sort()
      expect(ids(mirrored)).toEqual(ids(expected))
      expect(expected.filter(({ forwarding }) => forwarding?.status !== 'forwarded')).toEqual([])
    })
  })

  it('leaves search records that are the projections of their threads', () => {
    each(({ record, projection }) => expect(record).toEqual(projection))
  })

  it('logs no number, token, text or secret', async () => {
    const log = await stackLog()
    const tokens = [...world.staff, ...world.landlords].map(({ token }) => token)
    const texts = acknowledged.map(({ body }) => body)
    const forbidden = [...world.phones, ...tokens, ...texts, ...sandboxSecrets]
    expect(ourLines(log).length).toBeGreaterThan(0)
    expect(leaksIn(log, forbidden)).toEqual([])
  })

  it('has lost nothing and sent nothing twice, in sum', () => {
    const twice = all().filter(({ accepted }) => accepted.length > 1).length
    const lost = acknowledged.length - all().length
    const byFunction = Object.entries(Object.groupBy(killed, target => target))
    console.log(byFunction.map(([target, one]) => `${target} ${one?.length}`).join(', '))
    console.log(
      `${rounds} rounds, ${acknowledged.length} posts, ${killed.length} kills, ${lost} lost, ${twice} twice`,
    )
    expect([lost, twice]).toEqual([0, 0])
  })
})

/** The message without the provider's id, which it gets later than its copy in the thread. */
function withoutProviderId({ externalMessageId: _id, ...message }: Json): Json {
  return message
}
