import * as z from 'zod'
import type { Needs } from '../context.ts'
import { type Round, type RoundDeps, runRound } from '../rounds/round.ts'
import type { Store } from '../store.ts'
import {
  allStandings,
  keepStatuses,
  nextStanding,
  type Standing,
  staffRole,
  type UserStatus,
} from './user-status.ts'

type Deps = RoundDeps & Needs<'userRecords'> & { store: Pick<Store, 'find' | 'write'> }

const rolesCheckpoint = { name: 'roles', schema: z.object({ after: z.string().optional() }) }
type Checkpoint = z.infer<typeof rolesCheckpoint.schema>

/** Of a thousand users. */
const pagesOfRun = 5
/** Then no token has the ended role. */
const retentionMs = 2 * 3_600_000

/**
 * Firestore's rules see a token, not its user's record, so this copies statuses of staff, and searches some pages for
 * new staff.
 */
export async function keepUserStatuses(deps: Deps): Promise<void> {
  const { store, userRecords, clock } = deps
  const standings = await allStandings(store)
  const records = await userRecords.find([...standings.keys()])
  await keepStatuses(store, changesOf(standings, records, clock.now()))
  await runRound(deps, rolesRound(deps, standings))
}

const rolesRound = (
  { store, userRecords, clock }: Deps,
  standings: ReadonlyMap<string, Standing>,
): Round<Checkpoint, ReadonlyMap<string, UserStatus>> => ({
  ...rolesCheckpoint,
  budgetMs: 60_000,
  atOnce: 1,
  saves: 'after',
  async *pages({ after } = {}) {
    for (let page = 0; page < pagesOfRun; page += 1) {
      const { users, next } = await userRecords.page(after)
      yield { pieces: [users], reached: dealtWith => (dealtWith > 0 ? { after: next } : undefined) }
      if (next === undefined) return
      after = next
    }
  },
  async work(users) {
    const staff = [...users].filter(([uid, status]) => !standings.has(uid) && staffRole(status))
    await keepStatuses(
      store,
      new Map(staff.map(([uid, status]) => [uid, nextStanding(status, undefined, clock.now())])),
    )
    return 'done'
  },
})

function changesOf(
  standings: ReadonlyMap<string, Standing>,
  records: ReadonlyMap<string, UserStatus>,
  now: Date,
): Map<string, Standing | undefined> {
  const changes = new Map<string, Standing | undefined>()
  for (const [uid, before] of standings) {
    const record = records.get(uid)
    const present = nextStanding(record, before, now)
    const isOver = !record && present.endedAt && now.getTime() - present.endedAt.getTime() >= retentionMs
    if (isOver) changes.set(uid, undefined)
    else if (present.role !== before.role || present.validSince !== before.validSince)
      changes.set(uid, present)
  }
  return changes
}
