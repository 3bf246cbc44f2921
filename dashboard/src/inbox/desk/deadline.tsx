import { IconAlarm } from '@tabler/icons-react'
import { t } from 'i18next'
import { type Desk, urgencyOf } from '../../live/desk.ts'
import { exact, readersLocale, span, useNow } from '../../ui/time.tsx'
import classes from './deadline.module.css'

/** How often the clock moves: every second while seconds are shown. */
const oftenMs = 1_000
const seldomMs = 10_000

/** The clock of the answer to a waiting guest: the time left, or the delay. */
export function Deadline({ desk }: { desk: Desk }) {
  const locale = readersLocale()
  const { dueBy, unansweredSince } = desk
  const due = dueBy === null ? undefined : new Date(dueBy)
  const isSoon = due !== undefined && Math.abs(due.getTime() - Date.now()) < 2 * 60_000
  const now = useNow(isSoon ? oftenMs : seldomMs)
  if (unansweredSince === null) return null
  const left = due && due.getTime() - now
  const when = left === undefined ? '' : span(Math.abs(left), locale)
  return (
    <span
      className={classes.deadline}
      data-urgency={urgencyOf(desk, now)}
      title={t('desk.waitsSince', {
        since: exact(new Date(unansweredSince), locale),
        due: due ? t('desk.dueBy', { time: exact(due, locale) }) : t('desk.noDeadline'),
      })}
    >
      <IconAlarm size={13} role="img" aria-label={t('desk.needsAnswer')} />
      {left === undefined ? t('desk.needsAnswer') : t(left < 0 ? 'desk.late' : 'desk.due', { when })}
    </span>
  )
}
