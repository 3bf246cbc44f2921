import type { SharedTurns } from '../../durable/shared-turns.ts'
import type { Versioned } from '../../ports.ts'
import type { Messages, PostContext, PostWrite } from '../ports.ts'
import type { Thread } from '../thread.ts'
import {
  type CreateMessageResult,
  counted,
  keysOf,
  newlyStored,
  type Posting,
  type PostState,
  type StoringDeps,
  storing,
} from './storing.ts'

/** How a post ended that was undertaken along with others. Of one that was tried only reading back tells. */
export type JointEnd = { result: CreateMessageResult } | { error: unknown } | { tried: PostWrite }

/** Posts that meet in a process, by their threads. */
export type JointPosts = SharedTurns<Posting, JointEnd>

export interface JointDeps extends StoringDeps {
  messages: Pick<Messages, 'postContext' | 'post' | 'postContexts' | 'postTogether'>
}

type Ends = Map<Posting, JointEnd>

/**
 * Posts to one thread in one read and one commit, each decided by the thread as the one before leaves it. Says how each
 * ended; nothing of those that have to go on alone, which are all of them when the read fails or the commit is refused.
 */
export async function storeTogether(
  deps: JointDeps,
  postings: readonly Posting[],
): Promise<(JointEnd | undefined)[]> {
  const ends = await undertake(deps, postings.filter(mayJoin)).catch((error: unknown): Ends => {
    deps.log.warn('posts that met go on alone', { posts: postings.length, error })
    return new Map()
  })
  return postings.map(posting => ends.get(posting))
}

/** One message is not stored twice in a commit. */
const mayJoin = ({ messageId }: Posting, position: number, all: readonly Posting[]): boolean =>
  all.findIndex(other => other.messageId === messageId) === position

async function undertake(deps: JointDeps, postings: readonly Posting[]): Promise<Ends> {
  const asked = postings.map(posting => ({ posting, keys: keysOf(posting, deps.clock.now(), false) }))
  const contexts = await deps.messages.postContexts(asked.map(({ keys }) => keys))
  const states = asked.flatMap(({ posting, keys: { counters } }, position) => {
    const context = contexts[position]
    return context ? [{ posting, context, counters }] : []
  })
  const takeBacks: (() => void)[] = []
  let isStored = false
  try {
    const { ends, writes } = decideInTurn(deps, states, write => takeBacks.push(counted(deps.tally, write)))
    if (writes.size === 0) return ends
    const ended = await deps.messages.postTogether([...writes.values()])
    isStored = ended !== 'unresolved'
    for (const [posting, write] of writes)
      ends.set(posting, isStored ? { result: newlyStored(write) } : { tried: write })
    // What the others were told rests on what was not stored.
    return isStored ? ends : new Map([...ends].filter(([posting]) => writes.has(posting)))
  } finally {
    if (!isStored) for (const takeBack of takeBacks) takeBack()
  }
}

interface Asked {
  posting: Posting
  context: PostContext
  counters: PostState['counters']
}

function decideInTurn(deps: JointDeps, states: readonly Asked[], count: (write: PostWrite) => void) {
  const ends: Ends = new Map()
  const writes = new Map<Posting, PostWrite>()
  const added = new Map<string, number>()
  let thread: Versioned<Thread> | undefined = states[0]?.context.thread
  for (const { posting, context, counters } of states) {
    try {
      const counts = new Map([...context.counts].map(([id, count]) => [id, count + (added.get(id) ?? 0)]))
      const state = { ...context, thread, counters, counts, now: deps.clock.now() }
      const decision = storing(deps, posting).decide(state)
      if ('result' in decision) ends.set(posting, decision)
      else {
        writes.set(posting, decision.write)
        count(decision.write)
        for (const id of decision.write.counters?.ids ?? []) added.set(id, (added.get(id) ?? 0) + 1)
        thread = thread && { ...thread, value: { ...thread.value, ...decision.write.thread } }
      }
    } catch (error) {
      ends.set(posting, { error })
    }
  }
  return { ends, writes }
}
