import type { Needs } from '../../context.ts'

/** Somebody who works here, and may be given a thread. */
export interface StaffMember {
  userId: string
  name: string | null
}

/** Everybody who has a role of the staff now, as last read, by name. Two round trips. */
export async function listStaff({
  guests,
  userStatuses,
}: Needs<'guests' | 'userStatuses'>): Promise<StaffMember[]> {
  const known = await userStatuses.all()
  const userIds = [...known].flatMap(([userId, { role }]) => (role === undefined ? [] : [userId]))
  const names = userIds.length > 0 ? await guests.authorNames(userIds) : new Map<string, string>()
  const staff = userIds.map(userId => ({ userId, name: names.get(userId) ?? null }))
  return staff.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

const nameOf = ({ name, userId }: StaffMember): string => name ?? userId
