import { contestantsOf } from './peers/contestants.ts'
import { writeDocuments } from './peers/documents.ts'
import { type Figure, matrix, rowsOf } from './peers/figures.ts'
import { installPeers } from './peers/installed.ts'
import { memoryAfter } from './peers/memory.ts'
import { moneyOf } from './peers/money.ts'
import { findPostgres, startPostgres } from './peers/postgres.ts'
import { coldStarts, underLoad } from './peers/rounds.ts'
import { compare, median, type Report, reach } from './result.ts'
import { openYard } from './yard.ts'

const rounds = Number(process.env.PEERS_ROUNDS ?? 7)
/** With 50,000 it is also looked at whether memory stays flat. */
const posts = Number(process.env.PEERS_POSTS ?? 10_000)

/**
 * The same job by this project and by what others would build it with, beside each other on one machine: processor time
 * is that of the application's process, storage apart, since the emulator is not Firestore.
 */
export async function benchPeers({ picture }: { picture: boolean }): Promise<Report> {
  const title = 'peers: the same post by others'
  const binDir = findPostgres()
  if (!binDir)
    return { title, method: 'skipped: no PostgreSQL here (apt-get install postgresql)', results: [] }
  await installPeers()
  const yard = await openYard()
  try {
    const postgres = await startPostgres(binDir)
    try {
      const contestants = await contestantsOf(yard, postgres)
      const { figures, refused } = await underLoad(contestants, rounds)
      figures.push(await coldStarts(contestants, rounds), ...(await memoryAfter(contestants, posts)))
      figures.push(...moneyOf(figures))
      const results = [...figures.flatMap(rowsOf), ...flatness(figures), stored(refused)]
      const all = [...figures, refused]
      if (picture) writeDocuments(all, results, { rounds, postgres: postgres.version })
      return {
        title,
        method: `medians of ${rounds} rounds (least–most), PostgreSQL ${postgres.version}\n\n${matrix(all)}`,
        results,
      }
    } finally {
      await postgres.close()
    }
  } finally {
    await yard.close()
  }
}

function stored({ values }: Figure) {
  const all = values.project ?? []
  const share = 1 - all.reduce((sum, refused) => sum + refused, 0) / all.length / 100
  return reach('peers/posts that were stored', share, 1, 1)
}

/** Whether the project's memory has stopped growing after the first posts. */
function flatness(figures: readonly Figure[]) {
  const [first, last] = figures.filter(({ title }) => title.startsWith('memory'))
  if (!first || !last) return []
  const of = ({ values }: Figure) => median(values.project ?? [])
  return [compare(`peers/${last.title}, beside ${first.title}`, of(last), of(first), 1.1, 'MiB')]
}
