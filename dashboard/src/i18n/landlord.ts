import { addTexts } from './catalogue.ts'

/** Of landlords' own pages; loaded with them. */
const landlord = {
  landlord: {
    title: 'Your properties',
    failed: 'Can’t load your properties.',
    none: 'You have no property here yet. Write to us, and we add it.',
    channels: 'Where it is sold',
    noChannels: 'It is not connected to a booking site yet.',
    statuses: {
      active: 'Connected',
      disconnecting: 'Being disconnected',
      disconnected: 'Disconnected',
    },
    hotelId: 'id {{hotelId}}',
    requests: {
      pending: 'Requested on {{date}}. We’re connecting it and will write to you.',
      rejected: 'We could not connect it yet and are working on it. Write to us if you have a question.',
    },
    rejected: 'We could not connect {{ota}} yet.',
    ask: 'Request {{ota}}',
    asked: 'Your request is in.',
    takeBack: 'Withdraw the request',
    takenBack: 'Your request is withdrawn.',
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
    noThreads: 'Nobody has written yet. Messages from our team and your guests appear here.',
    threadsFailed: 'Can’t load your messages.',
    us: 'Our team',
    noMessage: 'No message yet',
  },
} as const

export type Landlord = typeof landlord

addTexts<Landlord>({ en: landlord })
