import { namesOf } from './record-of.ts'

/** The schedules, and their periods in minutes. */
export const schedules = {
  workdue: 1,
  watchroles: 1,
  watchchannels: 5,
  sweepbookingfeed: 5,
  sweepinbound: 5,
  sweepota: 1,
  comparesearch: 15,
} as const
export type ScheduleName = keyof typeof schedules
export const scheduleNames = namesOf(schedules)
