import type { Needs } from '../context.ts'
import { type IdCheckpoint, idCheckpoint, pagesById } from '../rounds/by-id.ts'
import { type Round, type RoundDeps, runRound } from '../rounds/round.ts'
import { idsAfter } from './ids-after.ts'
import { keepEntry } from './keep-on-change.ts'

type Deps = RoundDeps & Needs<'store'>

export const portfolioRoundMs = 20 * 3_600_000

/** Finds changes without events, such as a landlord's name. */
export async function comparePortfolio(deps: Deps): Promise<void> {
  await runRound(deps, round(deps))
}

const round = (deps: Deps): Round<IdCheckpoint, string> => ({
  name: 'portfolio',
  schema: idCheckpoint,
  budgetMs: 240_000,
  atOnce: 8,
  saves: 'after',
  async *pages(checkpoint = {}, run) {
    const { after, startedAt } = checkpoint
    const isEarly =
      after === undefined &&
      startedAt !== undefined &&
      run.startedAt.getTime() < startedAt.getTime() + portfolioRoundMs
    if (isEarly) return
    yield* pagesById(checkpoint, run, {
      pageSize: () => 100,
      page: (last, limit) => idsAfter(deps.store, last, limit),
      idOf: propertyId => propertyId,
    })
  },
  async work(propertyId) {
    if (await keepEntry(deps, propertyId)) deps.log.info('the portfolio was mended', { propertyId })
    return 'done'
  },
  failed: (propertyId, error) =>
    deps.log.error('a property of the portfolio was not compared', { propertyId, error }),
})
