import { addTexts } from './catalogue.ts'

/** Of the count in the title and of desktop notifications; loaded with the account menu. */
const alerts = {
  alerts: {
    titled: '({{count, number}}) {{title}}',
    notifications: 'Notifications',
    notificationsAre: { on: 'Notifications on', off: 'Notifications off' },
    notificationsWhat:
      'On this device, while a window of the dashboard is open: new messages in your threads, mentions and late answers.',
    refused: 'Your browser refuses notifications of this site. Allow them in its settings, then try again.',
    sound: 'Sound of notifications',
    soundIs: { on: 'Sound on', off: 'Sound off' },
    news: {
      message: 'New message in a thread of yours',
      assigned: 'This thread is now yours',
      attention: 'This thread of yours needs you',
      personal: 'You were mentioned, or your message was not delivered',
      late: 'The answer is late',
    },
  },
} as const

export type Alerts = typeof alerts

addTexts<Alerts>({ en: alerts })
