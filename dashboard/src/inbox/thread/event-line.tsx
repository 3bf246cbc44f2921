import '../../i18n/many-threads.ts'
import { t } from 'i18next'
import { closings } from '../../live/desk.ts'
import { useStaffName } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { ClockTime, shortTime } from '../../ui/time.tsx'
import type { DeskEvent } from '../thread-events.ts'
import classes from './message-list.module.css'

interface EventLineProps {
  event: DeskEvent
  nameOf: (userId: string) => string
}

export function EventLine({ event, nameOf }: EventLineProps) {
  const { uid } = useUser()
  const staffName = useStaffName()
  const name = (userId: string) => (userId === uid ? t('people.you') : (staffName(userId) ?? nameOf(userId)))
  return (
    <p className={classes.event} data-event={event.action}>
      {eventText(event, name)} · <ClockTime at={event.at} />
    </p>
  )
}

function eventText({ action, by, details }: DeskEvent, name: (userId: string) => string): string {
  const who = name(by)
  const text = (field: string) => (typeof details[field] === 'string' ? details[field] : undefined)
  const userId = text('userId')
  if (action === 'thread.add-participant') return t('events.added', { who, other: name(userId ?? '') })
  if (action === 'thread.remove-participant') return t('events.removed', { who, other: name(userId ?? '') })
  if (action === 'thread.own') {
    if (userId === undefined) return t('events.queued', { who })
    return userId === by ? t('events.took', { who }) : t('events.gave', { who, other: name(userId) })
  }
  if (action === 'thread.merge')
    return t(text('into') === undefined ? 'events.mergedOther' : 'events.merged', { who })
  if (action === 'thread.unmerge') return t('events.unmerged', { who })
  const [state, until] = [text('state'), text('until')]
  const reason = closings.find(closing => closing === text('reason'))
  if (details.undo === true) return t('events.undid', { who })
  if (state === 'done' && reason) return t('events.closed', { who, reason: t(`desk.reasons.${reason}`) })
  if (state === 'snoozed' && until) return t('events.snoozed', { who, time: shortTime(new Date(until)) })
  if (state === 'done' || state === 'waiting') return t(`events.${state}`, { who })
  return t('events.opened', { who })
}
