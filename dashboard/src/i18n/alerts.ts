import { addTexts } from './catalogue.ts'

/** Of the count in the title and of desktop notifications; loaded with the account menu. */
const alerts = {
  alerts: {
    titled: '({{count, number}}) {{title}}',
    notifications: 'Notifications',
    notificationsAre: { on: 'Notifications on', off: 'Notifications off' },
    notificationsWhat:
      'On this device: what is new in your threads, where you are mentioned in the list that is open, and answers that are late. As long as a window of this is open.',
    refused: 'Your browser refuses notifications of this site. Allow them in its settings, then try again.',
    sound: 'Sound of notifications',
    soundIs: { on: 'Sound on', off: 'Sound off' },
    news: {
      message: 'New message in a thread of yours',
      given: 'This thread is now yours',
      called: 'This thread of yours needs you',
      meant: 'You are mentioned, or a message of yours did not get through',
      late: 'The answer is late',
    },
  },
} as const

export type Alerts = typeof alerts

addTexts<Alerts>({ en: alerts })
