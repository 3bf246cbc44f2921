import * as z from 'zod'
import type { TokenRole } from '../actor.ts'
import { isDocumentId } from '../identifiers.ts'
import { anyFields, collection, remove, type Store, set } from '../store.ts'

export interface UserStatus {
  role: unknown
  isDisabled: boolean
  /** Milliseconds since 1970; earlier sign-ins are revoked. */
  validSince: number
}

export interface StatusHistory extends UserStatus {
  hasBeenStaff: boolean
  readAt: Date
}

export const isFormerStaff = (status: StatusHistory): boolean =>
  status.hasBeenStaff && staffRole(status) === undefined && status.role !== 'landlord'

export const currentRole = (claimed: TokenRole, { role }: UserStatus): TokenRole | 'user' =>
  role === claimed ? claimed : 'user'

export type StaffRole = Extract<TokenRole, 'operations' | 'support'>

export function staffRole(status: UserStatus | undefined): StaffRole | undefined {
  if (!status || status.isDisabled) return undefined
  return (['operations', 'support'] as const).find(role => role === status.role)
}

/** For Firestore's rules. Kept as long as the account, so that former staff are recognised. */
export const storedStanding = z.object({
  role: z.enum(['operations', 'support']).optional(),
  /** Seconds since 1970, as in tokens. */
  validSince: z.number(),
  endedAt: z.date().optional(),
})
export type Standing = z.infer<typeof storedStanding>

export function nextStanding(
  status: UserStatus | undefined,
  before: Standing | undefined,
  now: Date,
): Standing {
  const validSince = status ? Math.floor(status.validSince / 1000) : (before?.validSince ?? 0)
  const role = staffRole(status)
  return role ? { role, validSince } : { validSince, endedAt: before?.endedAt ?? now }
}

/** The collection keeps its former name. An unreadable document grants nothing and is rewritten. */
const standings = collection('standings/{uid}', storedStanding.catch({ validSince: 0 }))
const absences = collection('absences/{uid}', anyFields)
const userViews = collection('userViews/{uid}', anyFields)

export const hasBeenStaff = async (store: Pick<Store, 'read'>, uid: string): Promise<boolean> =>
  isDocumentId(uid) && (await store.read(standings.at(uid))) !== undefined

export const allStandings = async (store: Pick<Store, 'find'>): Promise<Map<string, Standing>> =>
  new Map((await store.find(standings.all())).map(({ id, value }) => [id, value]))

const writesOfCommit = 400

/** Undefined deletes a status. One commit per 400. */
export async function keepStatuses(
  store: Pick<Store, 'write'>,
  changes: ReadonlyMap<string, Standing | undefined>,
): Promise<void> {
  const writes = [...changes].flatMap(([uid, status]) => {
    if (!status) return [remove(standings.at(uid)), remove(userViews.at(uid))]
    const { role, endedAt } = status
    // Former staff give back their threads.
    const left = !role && endedAt ? [set(absences.at(uid), { since: endedAt, dueAt: endedAt })] : []
    return [set(standings.at(uid), status), ...left]
  })
  for (let from = 0; from < writes.length; from += writesOfCommit)
    await store.write(writes.slice(from, from + writesOfCommit))
}

/** Throws `provider-unavailable`. */
export interface UserRecords {
  /** One request per hundred. */
  find(uids: readonly string[]): Promise<Map<string, UserStatus>>
  /** At most a thousand. */
  page(after: string | undefined): Promise<{ users: Map<string, UserStatus>; next: string | undefined }>
}
