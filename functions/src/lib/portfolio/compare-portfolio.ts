import type { Needs } from '../context.ts'
import { type IdCheckpoint, idCheckpoint, walkById } from '../rounds/by-id.ts'
import type { Round } from '../rounds/round.ts'
import { type RoundDeps, runRound } from '../rounds/run-round.ts'
import { keepEntry } from './keep-entry.ts'

type Deps = RoundDeps & Needs<'portfolio'>

/** A round begins so long after the one before, which a nightly run always is. Milliseconds. */
export const portfolioRoundMs = 20 * 3_600_000
const kind = { name: 'portfolio', schema: idCheckpoint }

/**
 * Goes on with a round over all properties: what the portfolio has of each is compared with what is stored of it, and
 * mended. It finds what no event told, such as a landlord's new name. One that fails does not stop the others.
 */
export async function comparePortfolio(deps: Deps): Promise<void> {
  await runRound(deps, round(deps))
}

const round = ({ portfolio, ...deps }: Deps): Round<IdCheckpoint, string> => ({
  kind,
  budgetMs: 240_000,
  atOnce: 8,
  saves: 'after',
  begin(checkpoint = {}, run) {
    const { after, startedAt } = checkpoint
    const isEarly =
      after === undefined &&
      startedAt !== undefined &&
      run.startedAt.getTime() < startedAt.getTime() + portfolioRoundMs
    if (isEarly) return { checkpoint: () => checkpoint, next: async () => undefined }
    return walkById(checkpoint, run, {
      pageSize: 100,
      page: (last, limit) => portfolio.idsAfter(last, limit),
      idOf: propertyId => propertyId,
    })
  },
  async work(propertyId) {
    if (await keepEntry({ ...deps, portfolio }, propertyId))
      deps.log.info('the portfolio was mended', { propertyId })
    return 'done'
  },
  failed: (propertyId, error) =>
    deps.log.error('a property of the portfolio was not compared', { propertyId, error }),
})
