import { addTexts } from './catalogue.ts'

/** Of the page that says what to do first; loaded with it. */
const morning = {
  morning: {
    title: 'Today',
    what: 'What to do first. Press a number to open its list.',
    guests: 'Guests',
    views: {
      overdue: 'Overdue',
      unassigned: 'Unassigned',
      mine: 'Mine',
      waiting: 'Waiting for the guest',
      snoozed: 'Snoozed',
    },
    first: {
      overdue_one: 'Start with the guest whose answer is late.',
      overdue_other: 'Start with the {{count, number}} guests whose answers are late.',
      failed_one: 'Start with the message that did not reach its guest.',
      failed_other: 'Start with the {{count, number}} messages that did not reach their guests.',
      automations_one: 'Start with the message that the platform could not send by itself.',
      automations_other:
        'Start with the {{count, number}} messages that the platform could not send by itself.',
      unassigned_one: 'Start with the guest who has no owner yet.',
      unassigned_other: 'Start with the {{count, number}} guests who have no owner yet.',
      requests_one: 'Start with the property that waits to be connected.',
      requests_other: 'Start with the {{count, number}} properties that wait to be connected.',
      items_one: 'Start with the one thing to do.',
      items_other: 'Start with the {{count, number}} things to do.',
      none: 'All clear: no late answer, no failed message, no guest without an owner.',
    },
    toDo: 'To do',
    requests: 'Requests that wait',
    other: 'Everything else',
    nothing: 'Nothing to do.',
    failed: 'Can’t load the open items.',
    speed: 'How fast guests were answered',
    speedWhat:
      'Minutes from question to answer, by the day on which they asked (UTC), of the last four weeks.',
    inTime: 'Answered in time',
    inTimeWhat: 'Share of the guests of each day who were answered by their deadline.',
    deliveries: 'Messages sent',
    deliveriesWhat: 'In the last seven days, by channel.',
    noAnswers: 'No guest asked anything in the last four weeks.',
    noDeliveries: 'Nothing was sent in the last seven days.',
    noPlots: 'Can’t load the charts.',
    median: 'Median',
    p90: '9 of 10 within',
    outcomes: {
      arrived: 'Arrived',
      accepted: 'Accepted',
      waiting: 'Waiting',
      failed: 'Failed or unknown',
    },
    day: 'Day',
    channel: 'Channel',
    asTable: 'As a table',
    allAnswers: 'All answer times',
    failedSends: 'Messages that were not delivered',
    cut: 'Up to {{day}}: there are too many answers to show the days after it.',
  },
} as const

export type Morning = typeof morning

addTexts<Morning>({ en: morning })
