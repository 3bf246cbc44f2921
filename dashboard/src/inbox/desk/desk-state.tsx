import { IconCheck, IconHourglass, IconMoon } from '@tabler/icons-react'
import { t } from 'i18next'
import type { Desk } from '../../live/desk.ts'
import { shortTime } from '../../ui/time.tsx'
import classes from './desk-state.module.css'

const icons = { waiting: IconHourglass, snoozed: IconMoon, done: IconCheck } as const

/** An open thread shows no state. */
export function stateOf({ state, snoozedUntil }: Desk) {
  if (state === 'open') return undefined
  const until = state === 'snoozed' && snoozedUntil !== null ? shortTime(new Date(snoozedUntil)) : undefined
  const name = until ? t('desk.snoozedUntil', { time: until }) : t(`desk.states.${state}`)
  return { Icon: icons[state], name, until }
}

export function DeskState({ desk }: { desk: Desk }) {
  const state = stateOf(desk)
  if (!state) return null
  return (
    <span className={classes.state}>
      <state.Icon size={13} aria-hidden />
      {state.name}
    </span>
  )
}
