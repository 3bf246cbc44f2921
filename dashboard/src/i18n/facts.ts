import { addTexts } from './catalogue.ts'

/** Of facts of a house; loaded with the form that changes them. */
const facts = {
  facts: {
    title: 'Facts of the house',
    failed: 'Can’t load the facts.',
    none: 'There are none yet, such as a door code. Canned replies fill them in.',
    edit: 'Edit facts',
    of: 'Facts of {{house}}',
    what: 'Your team reads them beside each thread about this house, and canned replies fill in those with a name that is offered here.',
    name: 'Name',
    names: {
      checkIn: 'Check-in',
      checkOut: 'Check-out',
      wayIn: 'Way in',
      doorCode: 'Door code',
      wifi: 'Wi-Fi',
      parking: 'Parking',
      houseRules: 'House rules',
    },
    text: 'Text',
    repeated: 'Two facts have the name {{name}}. Give one of them another name.',
    add: 'Add a fact',
    remove: 'Remove fact {{number}}',
  },
} as const

export type FactsTexts = typeof facts

addTexts<FactsTexts>({ en: facts })
