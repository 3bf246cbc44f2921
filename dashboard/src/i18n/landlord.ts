import { addTexts } from './catalogue.ts'

/** Of landlords' own pages; loaded with them. */
const landlord = {
  landlord: {
    title: 'Your properties',
    failed: 'Can’t load your properties.',
    none: 'No property is stored for you yet. Write to us, and we add it.',
    channels: 'Where it is sold',
    noChannels: 'It is not connected to a booking site yet.',
    statuses: {
      active: 'Connected',
      disconnecting: 'Being disconnected',
      disconnected: 'Disconnected',
    },
    hotelId: 'id {{hotelId}}',
    requests: {
      pending: 'Asked for {{date}}. We connect it and write to you.',
      rejected: 'It could not be connected yet. We are on it; write to us for more.',
    },
    rejected: '{{ota}} could not be connected yet.',
    ask: 'Ask for {{ota}}',
    asked: 'You have asked for it.',
    takeBack: 'Take it back',
    takenBack: 'You have taken it back.',
    stays: 'Stays',
    noStays: 'No stay is booked.',
    arrival: 'Arrival',
    departure: 'Departure',
    status: 'Status',
    ota: 'Booked at',
    invoices: 'Invoices',
    noInvoices: 'There are no invoices.',
    invoice: 'Invoice',
    amount: 'Amount',
    invoiceStatuses: { open: 'Open', paid: 'Paid' },
    threads: 'Messages',
    list: 'Your conversations',
    noThreads: 'Nobody has written yet. When our team or a guest writes to you, it stands here.',
    threadsFailed: 'Can’t load your messages.',
    us: 'Our team',
    noMessage: 'No message yet',
  },
} as const

export type Landlord = typeof landlord

addTexts<Landlord>({ en: landlord })
