import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** The texts of a property's channels, loaded with the first page about them. */
const channels = {
  messages: {
    title: 'Messages from booking sites',
    failed: 'Can’t find out whether messages come in.',
    on: 'Switched on: what guests write at Booking.com, Airbnb and Expedia comes into the inbox.',
    isOn: 'Switched on',
    isOff: 'Switched off',
    off: 'Switched off: what guests write at Booking.com, Airbnb and Expedia stays there.',
    price: 'The channel manager charges {{price}} a month for this property.',
    noPrice: 'The channel manager doesn’t say what it costs.',
    missing:
      'It lacks the paid “Messages & Reviews” application of {{channelManager}}: install it there for this property.',
    toChannelManager: 'Open {{channelManager}}',
    newTab: 'opens in a new tab',
  },
  channels: {
    channels: 'Channels',
    channel: 'Channel',
    mapping: 'Channel mapping',
    property: 'Property',
    toRequest: 'Property request',
    toRequests: 'Property requests',
    toChannels: 'Channels',
    findRequest: 'Find its request',
    empty: 'This property has no channels yet.',
    emptyWhat: 'Connect one of the property’s requests to create one.',
    failed: 'Can’t load the channels.',
    itemsFailed: 'Can’t load what is to be done about them: nobody knows here whether they are on.',
    noProperty: 'Property not found.',
    currency: 'Currency',
    unknown: 'Not known yet',
    pricing: 'Pricing',
    obp: 'By occupancy (OBP)',
    standard: 'One price for the room (Standard)',
    mapped: 'Mapping',
    since: 'Connected',
    until: 'Disconnected',
    verdict: 'Last answer of the OTA',
    noVerdict: 'No answer yet',
    verdicts: {
      success: 'Accepted.',
      failure: 'Refused.',
      'unknown-word': 'Unclear.',
    },
    toReview: 'Review the automatic mapping',
    toReviewWhat_zero: 'Check it, then finalise it.',
    toReviewWhat_one: 'Check {{count, number}} rate, then finalise the mapping.',
    toReviewWhat_other: 'Check {{count, number}} rates, then finalise the mapping.',
    review: 'Review the mapping',
    openMapping: 'Open the mapping',
    itemCount_one: '{{count, number}} to do',
    itemCount_other: '{{count, number}} to do',
    allItems: 'Everything to do for this property',
    history: 'History',
    askedFor: 'Requested <time/>',
    allResolved: 'What was resolved for this property',
    disconnect: 'Disconnect',
    disconnectTitle: 'Disconnect from {{ota}}?',
    effects: 'What will happen:',
    disconnectNow: 'Disconnect now',
    noPreview: 'Can’t load the effects of disconnecting.',
    notDisconnected: 'Not disconnected yet.',
    disconnected: 'The property is disconnected from {{ota}}.',
  },
  reservations: {
    title: 'Reservations',
    load: 'Load Future Reservations',
    running: 'Loading',
    brought: '{{imported, number}} imported, {{updated, number}} updated',
    done: 'Loaded <time/>',
    failed: 'Loading failed',
    imported: 'Imported',
    updated: 'Updated',
    unmapped: 'Without a room',
    conflicts: 'Conflicts',
    unmappedWhat: 'Their OTA room isn’t mapped. Map it, then load again.',
    conflictsOf: 'Overlapping reservations',
    reservation: 'Reservation',
    stay: 'Stay',
    from: '{{arrival}} to {{departure}}',
    overlaps: 'Overlaps with',
    noRoom: 'Room unknown',
  },
} as const

export type Channels = typeof channels

/** By language. */
const catalogues: Record<string, Catalogue<Channels>> = { en: channels }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
