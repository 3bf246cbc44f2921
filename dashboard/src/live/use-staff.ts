import type { StaffMember } from '@functions/lib/chat/desk/list-staff.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useCallback } from 'react'
import { call } from '../api/client.ts'
import { useIsStaff, useUser } from '../session/session.ts'

/** Seldom another. */
const staleMs = 10 * 60_000

const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) =>
    (await call<{ staff: StaffMember[] }>({ path: '/chat/staff', signal })).staff,
  staleTime: staleMs,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useStaff = () => useQuery({ ...staffQuery, enabled: useIsStaff() })

/** Undefined for people outside the staff, and while the name is not known. */
export function useStaffName(): (userId: string) => string | undefined {
  const { uid, name } = useUser()
  const { data: staff } = useStaff()
  return useCallback(
    userId => (userId === uid ? name : staff?.find(one => one.userId === userId)?.name) ?? undefined,
    [staff, uid, name],
  )
}

/** As the reader calls them: themselves are “You”. */
export const ownerName = (userId: string, uid: string, staffName: string | undefined): string =>
  userId === uid ? t('people.you') : (staffName ?? t('people.unknown'))

export function useOwnerName(): (userId: string) => string {
  const { uid } = useUser()
  const staffName = useStaffName()
  return userId => ownerName(userId, uid, staffName(userId))
}
