import '../../i18n/many-threads.ts'
import { IconAlertCircle, IconCheck, IconHourglass, IconMoon } from '@tabler/icons-react'
import { t } from 'i18next'
import type { Desk } from '../../live/desk.ts'
import { ownerName, useStaffName } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { initials } from '../../ui/thread-title.ts'
import { shortTime } from '../../ui/time.tsx'
import classes from './desk-state.module.css'

const icons = { waiting: IconHourglass, snoozed: IconMoon, done: IconCheck } as const

/** An open thread shows no state. */
export function DeskState({ desk: { state, snoozedUntil } }: { desk: Desk }) {
  if (state === 'open') return null
  const Icon = icons[state]
  const isAsleep = state === 'snoozed' && snoozedUntil !== null
  return (
    <span className={classes.state}>
      <Icon size={13} aria-hidden />
      {isAsleep
        ? t('desk.snoozedUntil', { time: shortTime(new Date(snoozedUntil)) })
        : t(`desk.states.${state}`)}
    </span>
  )
}

/** Failed messages: the mark stays, read or not, until they get through or somebody has dealt with them. */
export function FailedSends({ desk: { failedSends } }: { desk: Desk }) {
  if (failedSends.length === 0) return null
  return (
    <span className={`${classes.state} ${classes.failed}`}>
      <IconAlertCircle size={13} aria-hidden />
      {t('failedSends.row', { count: failedSends.length })}
    </span>
  )
}

/** The owner's initials. */
export function Owner({ userId }: { userId: string }) {
  const { uid } = useUser()
  const staffName = useStaffName()(userId)
  const title = t('desk.ownedBy', { name: ownerName(userId, uid, staffName) })
  return (
    <span className={classes.owner} role="img" aria-label={title} title={title}>
      {staffName ? initials(staffName) : '?'}
    </span>
  )
}
