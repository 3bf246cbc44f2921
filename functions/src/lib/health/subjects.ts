import { namesOf } from '../record-of.ts'

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

/** In Cloud Scheduler's syntax. */
export const every = (name: ScheduleName): string => `every ${schedules[name]} minutes`

/** The schedules that report health: two, so that each reports the other's silence. */
export const reporters: readonly ScheduleName[] = ['workdue', 'sweepinbound']

/** Sources of events: a message, a thread's change without one, or an e-mail was stored. */
export const eventSources = ['message', 'thread-change', 'email'] as const
export type EventSource = (typeof eventSources)[number]

/**
 * Document triggers by the source of their events. Null: no time says when one was due, and a round mends what it missed.
 */
export const triggers = {
  handlemessage: 'message',
  syncthread: 'thread-change',
  sendemail: 'email',
  keepproperty: null,
  keepchannel: null,
  keeprequest: null,
  keepitem: null,
} as const satisfies Record<string, EventSource | null>
export type TriggerName = keyof typeof triggers
export const triggerNames = namesOf(triggers)

/**
 * Webhooks, and the schedule that finds events they missed. Null: nothing can find those, so only the calls that we
 * refuse are a sign.
 */
export const webhooks = {
  'inbound-messages': 'sweepinbound',
  'message-status': 'workdue',
  bookings: 'sweepbookingfeed',
  'ota-messages': 'sweepota',
  'email-events': null,
  invoices: null,
} as const satisfies Record<string, ScheduleName | null>
export type WebhookName = keyof typeof webhooks
export const webhookNames = namesOf(webhooks)

export type Subject = ScheduleName | TriggerName | WebhookName
