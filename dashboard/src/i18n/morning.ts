import { addTexts } from './catalogue.ts'

/** Of the page that says what to do first; loaded with it. */
const morning = {
  morning: {
    title: 'Today',
    what: 'The guests who wait for you, who comes and goes, and what is wrong at which house.',
    guests: 'Answer these guests first',
    answer: 'Answer',
    answerTo: 'Answer {{name}}',
    late: 'Show all {{count, number}} late answers',
    parts: {
      arrival: 'Arriving today',
      departure: 'Leaving today',
      houses: 'Houses that need you',
      toDo: 'To do',
    },
    empty: {
      guests: 'No guest waits for an answer.',
      arrival: 'Nobody arrives today.',
      departure: 'Nobody leaves today.',
      houses: 'No house needs you.',
      toDo: 'Nothing to do.',
    },
    failed: {
      guests: 'Can’t load the guests who wait.',
      arrival: 'Can’t load the arrivals.',
      departure: 'Can’t load the departures.',
      houses: 'Can’t load the houses.',
      toDo: 'Can’t load the open items.',
    },
    requests: 'Requests that wait',
    other: 'Everything else',
    all: 'Show all {{count, number}}',
  },
} as const

export type Morning = typeof morning

addTexts<Morning>({ en: morning })
