import { addTexts } from './catalogue.ts'

/** Of messages at booking sites; loaded with the parts of the inbox that show them. */
const bookingSites = {
  site: {
    requests: {
      inquiry: 'Inquiry at {{site}}',
      reservation_request: 'Booking request at {{site}}',
      alteration_request: 'Request to change the booking at {{site}}',
    },
    status: 'Status: {{status}}',
    answerBy: 'Answer by {{time}}',
    overSince: 'The time to answer ended {{time}}',
    decide: 'Decide at {{site}}',
    newTab: 'opens in a new tab',
    arrival: 'Arrival',
    departure: 'Departure',
    guests: 'Guests',
    listing: 'Listing',
    takesUntil: '{{site}} takes messages until {{time}}',
    takesNoMore: '{{site}} took messages until {{time}}',
    first: 'Nobody has written at {{site}} yet: this begins the conversation, if the site allows it.',
    off: 'Messages from booking sites are switched off for this property, so this can’t be sent.',
    offCosts: 'Operations can switch them on at the channel manager: {{price}} a month.',
    offUnknown: 'Operations can switch them on at the channel manager, which doesn’t say what it costs.',
    toCard: 'How to switch them on',
    links_one: '{{site}} removes this link unless the property has approved it there:',
    links_other: '{{site}} removes these links unless the property has approved them there:',
  },
} as const

export type BookingSites = typeof bookingSites

addTexts<BookingSites>({ en: bookingSites })
