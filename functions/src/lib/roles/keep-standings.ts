import * as z from 'zod'
import type { Checkpoints } from '../checkpoints.ts'
import type { Clock } from '../ports.ts'
import type { KeptStanding, Standings, UserRecords } from './roles-ports.ts'
import { type Standing, staffRole } from './standing.ts'

export interface KeepStandingsDeps {
  standings: Standings
  userRecords: UserRecords
  checkpoints: Checkpoints
  clock: Pick<Clock, 'now'>
}

/** Where the search for staff that we have not met goes on. */
export const rolesRound = { name: 'roles', schema: z.object({ after: z.string().optional() }) }

/** Pages of a thousand users that a run looks through for staff. */
const pagesOfRun = 5
/** An ID token lives for an hour; after this nobody holds one with the role that has ended. Milliseconds. */
const keptMs = 2 * 3_600_000

/**
 * Firestore's rules see a token and no record of its user, so what records say of our staff is kept beside them: of all
 * whom we know at each run, and of whom a few pages of users bring, round after round.
 */
export async function keepStandings(deps: KeepStandingsDeps): Promise<void> {
  const { standings, userRecords, checkpoints } = deps
  const [known, checkpoint] = await Promise.all([standings.all(), checkpoints.read(rolesRound)])
  const [records, seen] = await Promise.all([
    userRecords.find([...known.keys()]),
    lookAround(userRecords, checkpoint?.value.after),
  ])
  await standings.write(changesOf(known, records, seen.users, deps.clock.now()))
  await checkpoints.write(rolesRound, { after: seen.next }, checkpoint?.revision)
}

async function lookAround(userRecords: UserRecords, after: string | undefined) {
  const users = new Map<string, Standing>()
  let next = after
  for (let pages = 0; pages < pagesOfRun; pages += 1) {
    const page = await userRecords.page(next)
    for (const [uid, standing] of page.users) users.set(uid, standing)
    next = page.next
    if (next === undefined) break
  }
  return { users, next }
}

/** What is to be written so that the kept standings say what the records do. */
export function changesOf(
  known: ReadonlyMap<string, KeptStanding>,
  records: ReadonlyMap<string, Standing>,
  around: ReadonlyMap<string, Standing>,
  now: Date,
): Map<string, KeptStanding | undefined> {
  const changes = new Map<string, KeptStanding | undefined>()
  for (const [uid, standing] of around) {
    if (!known.has(uid) && staffRole(standing)) changes.set(uid, keptOf(standing, undefined, now))
  }
  for (const [uid, kept] of known) {
    const present = keptOf(records.get(uid), kept, now)
    const isOver = present.endedAt !== undefined && now.getTime() - present.endedAt.getTime() >= keptMs
    if (isOver) changes.set(uid, undefined)
    else if (present.role !== kept.role || present.validSince !== kept.validSince) changes.set(uid, present)
  }
  return changes
}

function keptOf(standing: Standing | undefined, kept: KeptStanding | undefined, now: Date): KeptStanding {
  const validSince = standing ? Math.floor(standing.validSince / 1000) : (kept?.validSince ?? 0)
  const role = staffRole(standing)
  return role ? { role, validSince } : { validSince, endedAt: kept?.endedAt ?? now }
}
