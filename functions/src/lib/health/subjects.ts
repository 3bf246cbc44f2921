/** What runs by the clock, and every how many minutes. */
export const schedules = {
  workdue: 1,
  watchroles: 1,
  watchchannels: 5,
  sweepbookingfeed: 5,
  sweepinbound: 5,
  comparesearch: 15,
} as const
export type ScheduleName = keyof typeof schedules
export const scheduleNames = Object.keys(schedules).filter((name): name is ScheduleName => name in schedules)

/** As the platform's scheduler is told. */
export const every = (name: ScheduleName): string => `every ${schedules[name]} minutes`

/** Those that tell how everything is: two, so that the end of one is told by the other. */
export const reporters: readonly ScheduleName[] = ['workdue', 'sweepinbound']

/** What causes events: a message, an e-mail, a property channel was stored. */
export const eventSources = ['message', 'email', 'channel'] as const
export type EventSource = (typeof eventSources)[number]

/** What is called when a document was written, and of what such documents come. Each post writes its thread, too. */
export const triggers = {
  delivermessage: 'message',
  forwardmessage: 'message',
  syncthreadonmessage: 'message',
  syncthread: 'message',
  sendemail: 'email',
  provechannel: 'channel',
} as const satisfies Record<string, EventSource>
export type TriggerName = keyof typeof triggers
export const triggerNames = Object.keys(triggers).filter((name): name is TriggerName => name in triggers)

/**
 * What vendors tell us of, and which schedule finds what they did not tell. Null: nobody can find that, so what is heard of
 * it is the calls that we refuse.
 */
export const webhooks = {
  'inbound-messages': 'sweepinbound',
  'message-status': 'workdue',
  bookings: 'sweepbookingfeed',
  'email-events': null,
  invoices: null,
} as const satisfies Record<string, ScheduleName | null>
export type WebhookName = keyof typeof webhooks
export const webhookNames = Object.keys(webhooks).filter((name): name is WebhookName => name in webhooks)

export type Subject = ScheduleName | TriggerName | WebhookName
