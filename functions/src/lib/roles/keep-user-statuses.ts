import * as z from 'zod'
import type { Needs } from '../context.ts'
import type { Round } from '../rounds/round.ts'
import { type RoundDeps, runRound } from '../rounds/run-round.ts'
import { type KeptUserStatus, keptOf, staffRole, type UserStatus, type UserStatuses } from './user-status.ts'

type Deps = RoundDeps & Needs<'userRecords'> & { userStatuses: Pick<UserStatuses, 'all' | 'write'> }

/** The cursor of the search for new staff. */
export const rolesCheckpoint = { name: 'roles', schema: z.object({ after: z.string().optional() }) }
type Checkpoint = z.infer<typeof rolesCheckpoint.schema>

/** Pages of a thousand users searched per run. */
const pagesOfRun = 5
/** How long a status outlives its account: after this no token with the ended role is left. Milliseconds. */
const keptMs = 2 * 3_600_000

/**
 * Firestore's rules see a token but not its user's record, so the statuses of staff are copied to Firestore: each run
 * refreshes all known staff and searches a few pages of users for new ones.
 */
export async function keepUserStatuses(deps: Deps): Promise<void> {
  const { userStatuses, userRecords, clock } = deps
  const known = await userStatuses.all()
  const records = await userRecords.find([...known.keys()])
  await userStatuses.write(changesOf(known, records, clock.now()))
  await runRound(deps, rolesRound(deps, known))
}

const rolesRound = (
  { userStatuses, userRecords, clock }: Deps,
  known: ReadonlyMap<string, KeptUserStatus>,
): Round<Checkpoint, ReadonlyMap<string, UserStatus>> => ({
  kind: rolesCheckpoint,
  budgetMs: 60_000,
  atOnce: 1,
  saves: 'after',
  begin({ after } = {}) {
    let pages = 0
    const next = async () => {
      if (pages === pagesOfRun) return undefined
      const page = await userRecords.page(after)
      const end = () => {
        after = page.next
        pages = after === undefined ? pagesOfRun : pages + 1
      }
      return { pieces: [page.users], end }
    }
    return { checkpoint: () => ({ after }), next }
  },
  async work(users) {
    const staff = [...users].filter(([uid, status]) => !known.has(uid) && staffRole(status))
    await userStatuses.write(
      new Map(staff.map(([uid, status]) => [uid, keptOf(status, undefined, clock.now())])),
    )
    return 'done'
  },
})

/** What is to be written so that the kept statuses say what the records do. */
export function changesOf(
  known: ReadonlyMap<string, KeptUserStatus>,
  records: ReadonlyMap<string, UserStatus>,
  now: Date,
): Map<string, KeptUserStatus | undefined> {
  const changes = new Map<string, KeptUserStatus | undefined>()
  for (const [uid, kept] of known) {
    const record = records.get(uid)
    const present = keptOf(record, kept, now)
    const isOver = !record && present.endedAt && now.getTime() - present.endedAt.getTime() >= keptMs
    if (isOver) changes.set(uid, undefined)
    else if (present.role !== kept.role || present.validSince !== kept.validSince) changes.set(uid, present)
  }
  return changes
}
