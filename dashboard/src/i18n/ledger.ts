import { addTexts } from './catalogue.ts'

/** The texts of the page about answer times, loaded with it. */
const ledger = {
  ledger: {
    title: 'Answers',
    what: 'How fast guests were answered, by the day on which they asked (UTC).',
    days: 'Days',
    from: 'From',
    to: 'To',
    show: 'Show',
    last: 'Last {{count, number}} days',
    download: 'Download CSV',
    failed: 'Can’t load the answers.',
    empty: 'No guest asked anything on these days.',
    cut: 'Too many for one page: these are the days up to {{day}}. Choose fewer days to see the others.',
    total: 'All together',
    asked: 'Asked',
    share: 'In time',
    missed: 'Missed',
    median: 'Median',
    p90: '9 of 10 within',
    counts: '{{asked}} asked, {{missed}} missed',
    closed: 'Closed: {{reason}}',
    by: { day: 'By day', team: 'By team', property: 'By property', channel: 'By channel' },
    heads: { day: 'Day', team: 'Team', property: 'Property', channel: 'Channel' },
    speed: 'How fast guests were answered',
    speedWhat: 'Minutes from question to answer.',
    inTime: 'Answered in time',
    inTimeWhat: 'Share of the guests of each day whom somebody answered by their deadline.',
    deliveries: 'Messages sent',
    deliveriesWhat: 'In the last seven days, by channel.',
    noPlots: 'Can’t load the messages sent.',
    outcomes: {
      arrived: 'Arrived',
      accepted: 'Accepted',
      waiting: 'Waiting',
      failed: 'Failed or unknown',
    },
    asTable: 'As a table',
    failedSends: 'Messages that were not delivered',
    noTeam: 'No team',
    noProperty: 'No property',
  },
} as const

export type Ledger = typeof ledger

addTexts<Ledger>({ en: ledger })
