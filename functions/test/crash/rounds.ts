import { setTimeout as sleep } from 'node:timers/promises'
import { storeGuestThread } from '../support/builders.ts'
import { sandbox } from '../support/chat.ts'
import { signIn, type User, uniqueId } from '../support/stack.ts'
import { type Intended, postUntilAcknowledged } from './clients.ts'
import type { Chance } from './random.ts'
import { sweepChat } from './rest.ts'
import { killSome } from './workers.ts'

/** Longest time between the posts and the kill, in milliseconds. */
const killWithin = 400
const postsPerRound = 8

export interface World {
  threads: string[]
  /** The phones of the threads' guests. */
  phones: string[]
  staff: User[]
  landlords: User[]
}

/** Guests' threads, the first of them mirrored from the guest platform, and the users who write to them. */
export async function populate(): Promise<World> {
  const landlords = await Promise.all([1, 2].map(() => signIn({ role: 'landlord' })))
  const staff = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signIn({ role: 'support' })))
  const members = landlords.map(({ uid }) => uid)
  const stays = await Promise.all(
    ['platform-guest', 'guest', 'guest', 'guest'].map(source =>
      storeGuestThread({ source, participantIds: members, version: 1 }),
    ),
  )
  return {
    threads: stays.map(({ threadId }) => threadId),
    phones: stays.map(({ phone }) => phone),
    staff,
    landlords,
  }
}

const kinds = ['chatapp-message', 'sms-message', 'message'] as const

/** Every author writes once a round, so that nobody meets the limit of posts a minute. */
function intend({ threads, staff, landlords }: World, round: number): Intended[] {
  const authors = [...staff, ...landlords]
  return authors.slice(0, postsPerRound).flatMap((author, at) => {
    const threadId = threads[(at + round) % threads.length]
    const type = (at < staff.length ? kinds[at % kinds.length] : undefined) ?? 'message'
    const messageId = uniqueId(`round-${round}`)
    return threadId ? [{ threadId, author, messageId, body: `Hello, I am text ${messageId}.`, type }] : []
  })
}

export interface Outcome {
  acknowledged: Intended[]
  /** The functions whose workers were killed, one entry for each. */
  killed: string[]
}

/**
 * Plays a round: everybody posts, some of them twice at once, while workers die, and more of them afterwards. Sends
 * take a random time, before or after the provider has accepted them, so that workers die on either side of it.
 */
export async function playRound(
  world: World,
  round: number,
  chance: Chance,
  stackId: string,
  killedBefore: readonly string[],
): Promise<Outcome> {
  await sandbox().clearFaults()
  const [delayMs, processed] = [chance.below(killWithin), chance.is(0.7)]
  await sandbox().fault({ vendor: 'twilio', method: 'POST', mode: 'delay', delayMs, processed })
  const intended = intend(world, round)
  // A sweep meanwhile competes with the triggers; its worker may be killed, too.
  if (round % 5 === 2) void sweepChat().catch(() => {})
  const posts = intended.flatMap(message => (chance.is(0.4) ? [message, message] : [message]))
  const answers = Promise.all(posts.map(postUntilAcknowledged))
  const [first] = await Promise.all([killLater(chance, stackId, killedBefore), answers])
  // By now the triggers of the posts are at work.
  const second = await killLater(chance, stackId, [...killedBefore, ...first])
  return { acknowledged: intended, killed: [...first, ...second] }
}

async function killLater(
  chance: Chance,
  stackId: string,
  killedBefore: readonly string[],
): Promise<string[]> {
  await sleep(chance.below(killWithin))
  return killSome(stackId, chance, killedBefore)
}
