import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** The texts of requests and of connecting, loaded with the first page about them. */
const connecting = {
  connecting: { next: 'What to do:' },
  status: {
    pending: 'Pending',
    running: 'Running',
    completed: 'Completed',
    rejected: 'Rejected',
    active: 'Active',
    inactive: 'Inactive',
    disconnecting: 'Being disconnected',
    disconnected: 'Disconnected',
    finalized: 'Mapping final',
    initial: 'Mapping to review',
  },
  requests: {
    title: 'Property requests',
    one: 'Property request',
    what: 'Requests to connect properties to an OTA, newest first.',
    search: 'Search',
    searchHint: 'Property, landlord or ID',
    all: 'All',
    property: 'Property',
    landlord: 'Landlord',
    ota: 'OTA',
    status: 'Status',
    age: 'Requested',
    completedAt: 'Completed',
    hotelId: 'Property ID at the OTA',
    propertyId: 'Property',
    channelManager: 'Channel manager',
    cmConnected: 'Connected',
    cmMissing: 'Not connected yet',
    listings: 'Listing',
    count_one: '{{count, number}} request',
    count_other: '{{count, number}} requests',
    countMore_one: '{{count, number}} request shown; there are more',
    countMore_other: '{{count, number}} requests shown; there are more',
    clearSearch: 'Clear search',
    empty: 'No requests.',
    noResults: 'No request matches the search.',
    failed: 'Can’t load the requests.',
    back: 'All property requests',
    many: 'Many at once',
    notFound: 'Request not found.',
    oneFailed: 'Can’t load the request.',
    rejected: 'Connecting failed',
    toChannels: 'Open the channels',
    toChannel: 'Open the channel',
    disconnected: 'The channel has been disconnected since',
    disconnectedWhat: 'The property was connected to {{ota}} for this request, and is not any more.',
  },
  waiting: {
    label: 'Waiting for the acceptance',
    what: 'If only the acceptance of {{ota}} is missing, leave it to us: it is tried again by itself for some time, and goes live as soon as it is accepted.',
    price:
      'The landlord pays {{price}} for the connection service. With a payment ID it is charged once the property is live; without one nothing is charged.',
    leave: 'Leave it to us',
    begun: 'It is tried again by itself.',
    until: 'It is tried again by itself until {{date}}, and goes live as soon as {{ota}} accepts it.',
    stop: 'Don’t try again',
    ended: 'It is not tried again.',
  },
  withdraw: {
    open: 'Withdraw the request',
    title: 'Withdraw this request?',
    what: 'Nobody is asked any more to connect {{name}} to {{ota}}, and nothing is tried by itself. The landlord can ask again.',
    now: 'Withdraw',
    done: 'The request is withdrawn.',
  },
  connect: {
    open: 'Connect to {{ota}}',
    again: 'Try again',
    reconnect: 'Connect to {{ota}} again',
    watch: 'Show progress',
    title: 'Connect {{name}} to {{ota}}',
    progress: 'Progress of connecting',
    first: {
      title: 'Connect the first OTA first',
      what: '{{name}} isn’t connected to the channel manager yet. That happens when it is connected to its first OTA, the home-rental marketplace, at {{channelManager}}.',
      afterwards:
        'Connect the property there first. Then come back to this request and connect it to {{ota}}.',
      open: 'Open {{channelManager}}',
      understood: 'OK',
    },
    stepOf: 'Step {{step, number}} of {{of, number}}',
    lastStep: 'Connect',
    guideProgress: 'Progress of the guide',
    back: 'Back',
    nextStep: 'Next',
    extranet: 'Open the {{ota}} extranet',
    newTab: 'in a new tab',
    toHotelId: 'I know the way: go to the property ID',
    allSteps: 'Show all steps',
    guide: {
      introduction: {
        title: 'What you need',
        what: 'You need access to the property’s {{ota}} extranet: ask the landlord for a login, or do these steps together. You can close this window at any time and continue later.',
      },
      logIn: {
        title: 'Log in to the extranet',
        what: 'Open the {{ota}} extranet in another tab and log in with the property’s user.',
      },
      copyCode: {
        title: 'Copy the property code',
        what: 'The property ID is at the top of the extranet, beside the property’s name. Copy it and paste it here.',
      },
      openProvider: {
        title: 'Open Account, Connectivity Provider',
        what: 'In the extranet open the Account menu, then Connectivity Provider.',
      },
      searchName: {
        title: 'Search for the channel manager',
        what: 'Search the list of providers for {{channelManager}}. The extranet shows it only for the full name.',
      },
      confirm: {
        title: 'Confirm the selection',
        what: 'Select {{channelManager}}, confirm the selection and click Next.',
      },
      agreement: {
        title: 'Accept the XML Service Agreement',
        what: 'Read the XML Service Agreement that {{ota}} shows, and accept it in the landlord’s name only with their consent.',
      },
      wait: {
        title: 'Wait for the acceptance',
        what: 'The channel manager accepts the connection, usually within minutes. Continue when the extranet shows it as active.',
      },
      property: {
        title: 'Test and connect the property',
        what: 'Test the property ID with {{ota}} first, then connect the property.',
      },
    },
    typeName: 'Type the name you searched for',
    typeNameWhat: 'The full name, {{channelManager}}',
    nameIncomplete: 'Type the full name: {{channelManager}}.',
    hotelId: 'Property ID',
    hotelIdWhat: 'Exactly as the {{ota}} extranet shows it',
    localHotel:
      'Local system: the sandbox has this property as {{id}}. sandbox/README.md says what each of its hotels is for.',
    localHotels:
      'Local system: the sandbox has no hotel for this property. It knows {{ids}}; sandbox/README.md says what each is for.',
    hotelIdWrong: 'This isn’t a property ID. {{hint}}',
    test: 'Test the connection',
    testPassed: 'The test passed',
    testFailed: 'The test failed',
    testBroken: 'The test couldn’t run',
    whichIsWhich: 'Which room is which',
    whichIsWhichWhat:
      'Names can’t tell these rooms apart. Say which of ours each room of {{ota}} is; what you leave isn’t sold there yet.',
    whichIsWhichToo:
      'Names can’t tell these rooms apart; the others are mapped. Say which of ours each room of {{ota}} is, or leave them open and choose in the review.',
    whichRoom: '{{name}}, {{ota}} room {{id}}',
    whichPlan: '{{rate}}, {{guests}}',
    roomById: '{{name}}, {{id}}',
    listingUrl: 'Listing address (optional)',
    listingUrlWhat: 'The property’s page at the OTA, for reference',
    listingUrlWrong: 'Enter a full address that starts with https:// or http://.',
    paymentId: 'Payment ID (optional)',
    paymentIdWhat: 'Only if the landlord pays for the connection service',
    paymentIdWrong: 'Enter at most 256 characters.',
    submit: 'Connect property',
    running: 'Connecting',
    runningWhat: 'This takes up to a minute. You can close this window; the request will show the result.',
    goesOn:
      '{{ota}} takes long to answer, so this goes on by itself, for some minutes at most. You can close this window; the request will show the result.',
    failed: 'Connecting failed',
    correct: 'Change the entries',
    completed: '{{name}} is connected to {{ota}}. The request is completed.',
    steps: {
      'test-connection': 'Test the connection',
      charge: 'Arrange the payment',
      read: 'Read the OTA’s rooms and rates',
      map: 'Map rooms and rates',
      'create-channel': 'Create the channel',
      'align-rates': 'Align the rates',
      'check-readiness': 'Check that everything is ready',
      activate: 'Activate the channel',
    },
    states: {
      waiting: 'Waiting',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      undoing: 'Being taken back',
      undone: 'Taken back',
    },
  },
} as const

export type Connecting = typeof connecting

/** By language. */
const catalogues: Record<string, Catalogue<Connecting>> = { en: connecting }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
