import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { allStandings } from '../../roles/user-status.ts'
import { authorNames } from '../author-names.ts'

const staffMember = z.object({ userId: z.string(), name: z.string().nullable() })
export type StaffMember = z.infer<typeof staffMember>

export const staffList = z.object({ staff: z.array(staffMember) }).meta({ id: 'StaffList' })

/** As last read, by name. Two round trips. */
export async function listStaff({ store }: Needs<'store'>): Promise<StaffMember[]> {
  const standings = await allStandings(store)
  const userIds = [...standings].flatMap(([userId, { role }]) => (role === undefined ? [] : [userId]))
  const names = await authorNames(store, userIds)
  const staff = userIds.map(userId => ({ userId, name: names.get(userId) ?? null }))
  return staff.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

const nameOf = ({ name, userId }: StaffMember): string => name ?? userId
