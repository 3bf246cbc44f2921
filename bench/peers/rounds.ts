import type { Served } from '../../functions/test/deployed/serve.ts'
import { send, text } from '../post.ts'
import type { Contestant, Name } from './contestants.ts'
import { add, type Figure, figure } from './figures.ts'
import { type Load, run } from './load.ts'
import { loads } from './loads.ts'
import { assertSameJob } from './same-job.ts'

/** The emulator's REST side runs interpreted for its first few thousand calls, and so do parts of whoever calls it. */
const warmUp = { title: 'warm-up', atOnce: 8, posts: 3_000, thread: 'each', user: 'each', by: [] } as const

type Running = Contestant & { served: Served }

/** Everybody under each load in each round. `refused` has the posts of a block that were not stored, of 100. */
export async function underLoad(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<{ figures: Figure[]; refused: Figure }> {
  const running: Running[] = []
  try {
    for (const contestant of contestants) {
      const served = await contestant.serve()
      running.push({ ...contestant, served })
      if (contestant.name !== 'bare') await assertSameJob(contestant, served)
      await run(contestant, served, warmUp)
    }
    return await measured(running, rounds)
  } finally {
    for (const { served } of running) await served.stop()
  }
}

async function measured(running: readonly Running[], rounds: number) {
  const refused = figure('refused, of 100 posts', { unit: '' })
  const all = loads.map(load => ({
    load,
    figures: load.figures.map(({ of, from, ...more }) => ({ ...figure(`${load.title}, ${of}`, more), from })),
  }))
  // The first round is not counted: whoever is warmed up first meets an emulator that is colder than that of the others.
  for (let round = -1; round < rounds; round += 1) {
    for (const { load, figures } of all) {
      for (const contestant of turned(running, round + 1)) {
        const posts = postsOf(load, contestant.name, round)
        if (posts === 0) continue
        const block = await run(contestant, contestant.served, { ...load, posts })
        if (round < 0) continue
        for (const one of figures) add(one, contestant.name, one.from(block))
        add(refused, contestant.name, (100 * block.refused) / posts)
      }
    }
  }
  return { figures: all.flatMap(({ figures }) => figures), refused }
}

function postsOf({ by, posts, slow }: Load, name: Name, round: number): number {
  if (by.includes(name)) return posts
  return round === 0 ? (slow?.[name] ?? 0) : 0
}

/** From the start of the process until its first message is stored. */
export async function coldStarts(contestants: readonly Contestant[], rounds: number): Promise<Figure> {
  const found = figure('cold start to the first stored post', {
    unit: 'ms',
    goals: { sample: 0.5, usual: 0.5 },
  })
  for (const contestant of contestants) await coldPost(contestant)
  for (let round = 0; round < rounds; round += 1)
    for (const contestant of turned(contestants, round))
      add(found, contestant.name, await coldPost(contestant))
  return found
}

async function coldPost(contestant: Contestant): Promise<number> {
  const [thread = ''] = await contestant.threads(1)
  const call = contestant.call(thread, 'sam', { body: text })
  const began = performance.now()
  const served = await contestant.serve()
  try {
    const answer = await send(served, call)
    if (answer.status !== contestant.stored) throw new Error(`${contestant.name}: ${answer.text}`)
    return performance.now() - began
  } finally {
    await served.stop()
  }
}

/** Who goes first changes from round to round. */
const turned = <T>(all: readonly T[], round: number): T[] => {
  const first = round % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
