import { t } from 'i18next'
import { useMemo } from 'react'
import { closings, snoozeTimes } from '../../live/desk.ts'
import { shortTime } from '../../ui/time.tsx'

/** Why a thread may be closed, and until when it may be snoozed. */
export function useDeskChoices() {
  const times = useMemo(() => snoozeTimes(new Date()), [])
  return {
    reason: closings.map(key => ({ key, label: t(`desk.reasons.${key}`) })),
    snooze: times.map(({ name, until }) => ({
      key: until.toISOString(),
      label: t(`desk.times.${name}`),
      detail: shortTime(until),
    })),
  }
}
