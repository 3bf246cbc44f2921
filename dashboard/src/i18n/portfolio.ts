import { addTexts } from './catalogue.ts'

/** The texts of the page of all properties, loaded with it. */
const portfolio = {
  portfolio: {
    title: 'Portfolio',
    what: 'All properties and channels, by name.',
    search: 'Search',
    searchHint: 'Property, landlord or ID',
    state: 'State',
    ota: 'OTA',
    only: 'Only',
    needs: { openItems: 'With open items', toReview: 'Mapping to review' },
    states: {
      connected: 'connected',
      inactive: 'inactive',
      disconnecting: 'disconnecting',
      waiting: 'waiting',
      requested: 'requested',
      rejected: 'rejected',
      disconnected: 'disconnected',
      none: 'not connected',
    },
    heads: {
      property: 'Property',
      channel: 'Channel',
      state: 'State',
      verdict: 'Last answer',
      items: 'To do',
      mapping: 'Mapping',
    },
    verdicts: { success: 'Accepted', failure: 'Refused', 'unknown-word': 'Unclear' },
    noVerdict: 'None yet',
    items_one: '{{count, number}} open',
    items_other: '{{count, number}} open',
    noItems: 'Nothing',
    review_one: '{{count, number}} line to review',
    review_other: '{{count, number}} lines to review',
    reviewed: 'Reviewed',
    mappingOf: 'Mapping of {{name}}: {{says}}',
    itemsOf: 'To do of {{name}}: {{says}}',
    count_one: '{{count, number}} row',
    count_other: '{{count, number}} rows',
    countMore_one: '{{count, number}} row shown; there are more',
    countMore_other: '{{count, number}} rows shown; there are more',
    download: 'Download CSV',
    empty: 'No properties.',
    noResults: 'Nothing matches.',
    clear: 'Show all',
    failed: 'Can’t load the portfolio.',
  },
} as const

export type Portfolio = typeof portfolio

addTexts<Portfolio>({ en: portfolio })
