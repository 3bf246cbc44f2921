import type { Needs } from '../../context.ts'
import type { Versioned } from '../../ports.ts'
import type { PostContext, PostWrite } from '../ports.ts'
import type { Thread } from '../thread.ts'
import type { PostBatchEnd, Posting } from './posting.ts'
import { counted, keysOf, newlyStored, type PostState, storing } from './storing.ts'
import { afterPatch } from './thread-patch.ts'

type Deps = Needs<'messages' | 'operations' | 'postTally' | 'rules'>

type Ends = Map<Posting, PostBatchEnd>

/**
 * Stores posts to one thread with one read and one commit, each based on the previous one. Returns each outcome;
 * undefined for posts that must go on alone: all of them if the read fails or the commit is refused.
 */
export async function storeTogether(
  deps: Deps,
  postings: readonly Posting[],
): Promise<(PostBatchEnd | undefined)[]> {
  const ends = await undertake(deps, postings.filter(mayJoin)).catch((error: unknown): Ends => {
    deps.log.warn('posts that met go on alone', { posts: postings.length, error })
    return new Map()
  })
  return postings.map(posting => ends.get(posting))
}

/** A commit must not contain the same message twice. */
const mayJoin = ({ messageId }: Posting, position: number, all: readonly Posting[]): boolean =>
  all.findIndex(other => other.messageId === messageId) === position

async function undertake(deps: Deps, postings: readonly Posting[]): Promise<Ends> {
  const asked = postings.map(posting => ({ posting, keys: keysOf(posting, deps.clock.now(), false) }))
  const contexts = await deps.messages.postContexts(asked.map(({ keys }) => keys))
  const states = asked.flatMap(({ posting, keys: { counter } }, position) => {
    const context = contexts[position]
    return context ? [{ posting, context, counter }] : []
  })
  const undos: (() => void)[] = []
  let isStored = false
  try {
    const { ends, writes } = decideInTurn(deps, states, write => undos.push(counted(deps.postTally, write)))
    if (writes.size === 0) return ends
    const ended = await deps.messages.postTogether([...writes.values()])
    isStored = ended !== 'unresolved'
    for (const [posting, write] of writes)
      ends.set(posting, isStored ? { result: newlyStored(write) } : { tried: write })
    // The other outcomes are based on writes that were not stored.
    return isStored ? ends : new Map([...ends].filter(([posting]) => writes.has(posting)))
  } finally {
    if (!isStored) for (const undo of undos) undo()
  }
}

interface Asked {
  posting: Posting
  context: PostContext
  counter: PostState['counter']
}

function decideInTurn(deps: Deps, states: readonly Asked[], count: (write: PostWrite) => void) {
  const ends: Ends = new Map()
  const writes = new Map<Posting, PostWrite>()
  const added = new Map<string, number>()
  let thread: Versioned<Thread> | undefined = states[0]?.context.thread
  for (const { posting, context, counter } of states) {
    try {
      const id = counter?.id ?? ''
      const postsOfUser = context.postsOfUser + (added.get(id) ?? 0)
      const state = { ...context, thread, counter, postsOfUser, now: deps.clock.now() }
      const decision = storing(deps, posting).decide(state)
      if ('result' in decision) ends.set(posting, decision)
      else {
        writes.set(posting, decision.write)
        count(decision.write)
        added.set(id, (added.get(id) ?? 0) + 1)
        thread = thread && { ...thread, value: afterPatch(thread.value, decision.write.thread) }
      }
    } catch (error) {
      ends.set(posting, { error })
    }
  }
  return { ends, writes }
}
