import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** The texts of what is done to several threads at once, loaded with it. */
const manyThreads = {
  bulk: {
    title: 'Chosen threads',
    pick: 'Choose {{title}}',
    chosen_one: '{{count, number}} chosen',
    chosen_other: '{{count, number}} chosen',
    full: 'No more can be chosen at once.',
    progress_one: '{{done, number}} of {{count, number}} done …',
    progress_other: '{{done, number}} of {{count, number}} done …',
    running: 'How far it is',
    acts: {
      give: 'Assign to…',
      close: 'Close',
      snooze: 'Snooze…',
      read: 'Mark as read',
      important: 'Important',
      clear: 'Clear',
    },
    ask: {
      owner: 'Who looks after these threads?',
      reason: 'Why does nobody have to answer?',
      reasonWhat: 'Some of the guests still wait. A new message of theirs opens their thread again.',
      snooze: 'Snooze until',
    },
    you: 'you',
    told: {
      done_one: '{{count, number}} thread is done.',
      done_other: '{{count, number}} threads are done.',
      give_one: '{{count, number}} thread is assigned to {{name}}.',
      give_other: '{{count, number}} threads are assigned to {{name}}.',
      queue_one: '{{count, number}} thread is back in its queue.',
      queue_other: '{{count, number}} threads are back in their queues.',
      snooze_one: '{{count, number}} thread is snoozed until {{time}}.',
      snooze_other: '{{count, number}} threads are snoozed until {{time}}.',
      read_one: '{{count, number}} thread is marked as read.',
      read_other: '{{count, number}} threads are marked as read.',
      important_one: '{{count, number}} thread is marked as important.',
      important_other: '{{count, number}} threads are marked as important.',
      unimportant_one: '{{count, number}} thread is no longer marked as important.',
      unimportant_other: '{{count, number}} threads are no longer marked as important.',
    },
    failed_one: '{{count, number}} thread was not changed:',
    failed_other: '{{count, number}} threads were not changed:',
    failedWhy_one: '{{count, number}} thread was not changed. {{reason}}',
    failedWhy_other: '{{count, number}} threads were not changed. {{reason}}',
    because: '{{title}}: {{reason}}',
    retry: 'Try these again',
  },
  merging: {
    title: 'Merged threads',
    act: 'Same guest as in another thread',
    ask: 'Which thread is of the same guest?',
    what: 'What this guest writes from now on goes there, and who takes part there reads it; the guest does not. What you write there goes to the guest who wrote last. No message moves, and one press takes the threads apart.',
    confirm: 'Merge',
    into: 'Merged into',
    intoWhat: 'What is new goes there.',
    with_one: 'With {{count, number}} merged thread:',
    with_other: 'With {{count, number}} merged threads:',
    takeApart: 'Take apart',
    merged: 'The thread is merged.',
    apart: 'The threads are apart again.',
  },
} as const

export type ManyThreads = typeof manyThreads

/** By language. */
const catalogues: Record<string, Catalogue<ManyThreads>> = { en: manyThreads }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
