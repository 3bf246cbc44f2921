import { namesOf } from './record-of.ts'

/** Minutes. */
export const schedules = {
  workdue: 1,
  watchroles: 1,
  watchchannels: 5,
  sweepbookingfeed: 5,
  sweepinbound: 5,
  sweepota: 1,
  comparesearch: 1440,
} as const
export type ScheduleName = keyof typeof schedules
export const scheduleNames = namesOf(schedules)

/** Cloud Scheduler's syntax. */
export const every = (name: ScheduleName): string =>
  schedules[name] === 1440 ? 'every day 03:00' : `every ${schedules[name]} minutes`
