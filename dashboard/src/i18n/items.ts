import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** The texts of To do, whose kinds of items the morning counts. */
const items = {
  items: {
    title: 'To do',
    what: 'What needs attention, newest first.',
    which: 'Which ones',
    open: 'Open',
    resolved: 'Resolved',
    empty: { open: 'Nothing to do.', resolved: 'Nothing resolved yet.' },
    failed: 'Can’t load the list.',
    resolve: 'Mark as resolved',
    onlyKind: 'Only: {{name}}',
    removeKind: 'Only: {{name}}. Show all',
    byYou: 'Written by you',
    done: 'Marked as resolved.',
    onlyOf: 'Only {{name}}',
    removeFilter: 'Only {{name}}. Show all properties',
    toProperty: 'Channels of {{name}}',
    toChannel: '{{ota}} of {{name}}',
    toMapping: 'Open the mapping',
    toThread: 'Open the thread',

    kinds: {
      'automation-failed': 'An automation’s message was not sent',
      'booking-not-acknowledged': 'A booking is not acknowledged',
      'booking-not-stored': 'A booking could not be stored',
      'booking-not-understood': 'A booking could not be read',
      'channel-gone': 'A channel is gone',
      'channel-mapping-differs': 'A channel was changed at the channel manager',
      'channel-off': 'A channel is off',
      'channel-removal': 'A channel will be removed',
      'connection-finished': 'A property went live by itself',
      'connection-left-behind': 'A rejected connection could not be undone',
      'connection-wait-ended': 'A connection is not tried any more',
      'deadline-missed': 'A guest waits for too long',
      'deadline-near': 'A guest’s answer is nearly late',
      'disconnect-stuck': 'Disconnecting is stuck',
      'due-work-failed': 'Background work keeps failing',
      'email-bounced': 'An e-mail did not arrive',
      'email-dropped': 'The mailer did not send an e-mail',
      'email-failed': 'An e-mail was refused',
      'email-not-sent': 'An e-mail was not sent',
      'email-outcome-unknown': 'An e-mail may not have been sent',
      'email-spam-reported': 'An e-mail was reported as spam',
      'forwarding-failed': 'A message did not reach the guest platform',
      'inbound-not-stored': 'A message could not be stored',
      'inbound-unreadable': 'A message cannot be read',
      'invoice-not-paid': 'An invoice was not paid',
      'landlord-email-missing': 'A landlord has no e-mail address',
      'lane-paused': 'A lane is paused',
      'mapping-not-written': 'A mapping was not written',
      'ota-offer-changed': 'The OTA changed its offer',
      'ota-rate-refused': 'The OTA refused a price',
      'ota-sync-failed': 'The OTA refused an update',
      'ota-sync-warned': 'The OTA took an update with a warning',
      'overlapping-stay': 'Two stays overlap',
      'property-removal': 'A property will be removed at the channel manager',
      'send-failed': 'A message did not reach the guest',
      'spend-limit': 'Many paid messages today',
      'not-bookable': 'Nothing can be booked',
      'unmapped-booking': 'A booking has no room',
      'vendor-unavailable': 'A vendor is unavailable',
      'webhook-silent': 'A webhook does not arrive',
    },
  },
} as const

export type Items = typeof items

/** By language. */
const catalogues: Record<string, Catalogue<Items>> = { en: items }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
