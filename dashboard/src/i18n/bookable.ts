import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** Of the calendar of a channel; loaded with it. */
const bookable = {
  bookable: {
    title: 'What can be booked',
    failed: 'Can’t load the calendar.',
    asked: 'As of <time/>.',
    never: 'Nobody has looked at this channel yet. It happens within a minute or two of connecting it.',
    problems: {
      'not-active': 'This channel is not active, so nothing of it can be booked.',
      'sync-failed':
        'The OTA did not take what it was sent last. It does not say which nights that was, so those that this calendar sells are unknown.',
    },
    toMend: 'Nights that can’t be booked, and lose money',
    allWell: 'Every night that is neither sold nor closed on purpose can be booked.',
    noLoss: 'Nothing that loses money, as far as the channel manager tells.',
    fromOn: 'from {{day}} on',
    finding: '{{room}}: {{reason}}',
    close: 'Closed on purpose',
    closeOf: 'Closed on purpose: {{room}}, {{days}}',
    closed: 'Noted. The calendar is looked at again within a minute or two.',
    onPurpose: 'Closed on purpose',
    reopen: 'Not closed any more',
    reopenOf: 'Not closed any more: {{room}}, {{days}}',
    calendar: 'Calendar',
    room: 'Room',
    earliest: 'Next stay that can be booked: {{days}}',
    earliestUnsure: 'Next stay by this calendar, which the OTA may not have: {{days}}',
    noStay: 'No stay can be booked.',
    month: '{{room}}, {{month}}',
    legend: 'What the marks of this month mean',
    earlier: 'Earlier month',
    later: 'Later month',
    night: '{{date}}: {{state}}',
    states: {
      bookable: 'can be booked',
      sold: 'sold',
      closed: 'closed on purpose',
      unknown: 'unknown',
      'no-availability': 'no availability, but not sold out',
      'cut-off': 'closed by the cut-off of the property',
      'too-far-ahead': 'further ahead than the property may be booked',
      'stop-sell': 'stop-sell',
      'no-price': 'no price',
      'minimum-stay': 'minimum stay',
      'closed-to-arrival': 'closed to arrival',
      'closed-to-departure': 'closed to departure',
      'maximum-stay': 'maximum stay',
      'not-mapped': 'not mapped',
      'sync-failed': 'unknown: the OTA did not take what it was sent last',
    },
    marks: {
      sold: 'sold',
      closed: 'closed',
      unknown: '?',
      'no-availability': 'none',
      'cut-off': 'cut',
      'too-far-ahead': 'far',
      'stop-sell': 'stop',
      'no-price': 'price',
      'minimum-stay': 'min.',
      'closed-to-arrival': 'arr.',
      'closed-to-departure': 'dep.',
      'maximum-stay': 'max.',
      'not-mapped': 'map',
      'sync-failed': 'sync',
    },
  },
} as const

export type Bookable = typeof bookable

/** By language. */
const catalogues: Record<string, Catalogue<Bookable>> = { en: bookable }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
