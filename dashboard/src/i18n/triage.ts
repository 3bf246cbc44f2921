import { addTexts } from './catalogue.ts'

/** The texts of triage and of what finds a thread, loaded with them. */
const triage = {
  triage: {
    title: 'Triage',
    what: 'Messages that we could not place in a thread.',
    which: 'Which messages',
    statuses: { open: 'Open', dismissed: 'Dismissed', spam: 'Spam' },
    order: 'Order',
    orders: { oldest: 'Oldest first', newest: 'Newest first' },
    empty: {
      open: 'Nothing to triage.',
      dismissed: 'No dismissed messages.',
      spam: 'No spam.',
    },
    acts: {
      dismiss: 'Dismiss',
      restore: 'Restore',
      spam: 'Mark sender as spam',
      notSpam: 'Sender isn’t spam',
    },
    sorted: {
      dismiss: 'Message dismissed.',
      restore: 'Message restored.',
      spam: 'All messages of this sender are now under Spam.',
      notSpam: 'All messages of this sender are open again.',
    },
    undo: 'Undo',
    candidates: 'Suggested threads',
    openings: 'Open a thread',
    newThread: 'New thread: {{name}}',
    stay: '{{arrival}} to {{departure}}',
    failed: 'Can’t load the messages.',
    from: '{{name}} · {{from}}',
    files_one: '{{count, number}} file',
    files_other: '{{count, number}} files',
    reply: 'Reply',
    replyTitle: 'Reply to {{from}}',
    replyText: 'Your reply',
    replyWay: {
      chatapp: 'We send it by WhatsApp, and open a thread with the sender.',
      sms: 'We send it as an SMS, and open a thread with the sender.',
      ota: 'We send it to the booking site, and open a thread with the sender.',
    },
    send: 'Send',
    replyFailed: 'We couldn’t send your reply.',
    assign: 'Link to a guest',
    assignTitle: 'Link the message of {{from}} to a guest',
    assignWhat: 'All messages of this sender go to the thread, and so will future ones.',
    assignOne:
      'This message goes to the thread, and so will future ones. Other messages of this sender stay here.',
    search: 'Search for the thread',
    results: 'Threads found',
    noResults: 'No thread matches.',
    noNumber: 'No thread matches. A number is found best with its country code, such as +39.',
    confirm: 'Link',
    done: 'This thread now has the message.',
    reasons: {
      'unknown-sender': 'Unknown number',
      'ambiguous-sender': 'Several guests have this number',
      'several-landlords': 'The guest has stays with several landlords',
      'no-thread': 'The guest has no thread',
      'not-stored': 'It could not be stored',
    },
  },
} as const

export type Triage = typeof triage

addTexts<Triage>({ en: triage })
