import type { Served } from '../../functions/test/deployed/serve.ts'
import { closeConnections, send, text } from '../post.ts'
import type { Contestant, Name } from './contestants.ts'
import { cpuOf, cpuOfTree } from './process-stat.ts'

/** Posts that come in at the same time. */
export interface Load {
  title: string
  atOnce: number
  posts: number
  /** Of each post, a few for all in turn, or one. */
  thread: 'each' | 'few' | 'one'
  /** Of each who posts at once, or one of all. */
  user: 'each' | 'one'
  by: readonly Name[]
  /** Who does so few posts of it instead, and once. */
  slow?: Partial<Record<Name, number>>
}

/** What became of the posts of a load, sent once. */
export interface Block {
  /** Milliseconds. */
  times: number[]
  /** Posts a second. */
  rate: number
  /** Seconds of processor time per 1,000 posts. */
  appCpu: number
  storageCpu: number
  refused: number
}

export async function run(contestant: Contestant, served: Served, load: Load): Promise<Block> {
  const ids = await contestant.threads({ each: load.posts, few: 500, one: 1 }[load.thread])
  const { pid } = served
  closeConnections()
  const [app, storage, began] = [cpuOf(pid), cpuOfTree(contestant.storage), performance.now()]
  let [next, refused] = [0, 0]
  const times: number[] = []
  const worker = async (_: unknown, number: number) => {
    const uid = load.user === 'each' ? `user-${number}` : 'sam'
    while (next < load.posts) {
      const thread = ids[next % ids.length] ?? ''
      next += 1
      const { status, ms } = await send(served, contestant.call(thread, uid, { body: text }))
      times.push(ms)
      if (status !== contestant.stored) refused += 1
    }
  }
  await Promise.all(Array.from({ length: load.atOnce }, worker))
  const thousands = load.posts / 1000
  return {
    ...{ times, refused, rate: load.posts / ((performance.now() - began) / 1000) },
    appCpu: (cpuOf(pid) - app) / thousands,
    storageCpu: (cpuOfTree(contestant.storage) - storage) / thousands,
  }
}
