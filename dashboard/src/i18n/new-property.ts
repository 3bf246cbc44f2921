import { addTexts } from './catalogue.ts'

/** The texts of taking over a property. */
const newProperty = {
  newProperty: {
    link: 'Add a property',
    title: 'Add a property',
    what: 'Take over a property with its rooms and rate plans from the channel manager. Taking it over again takes over what has changed there.',
    managed: 'Property at the channel manager',
    managedHint: 'Type a part of its name, or paste its ID.',
    known: '{{title}} (taken over)',
    landlord: 'Landlord',
    landlordHint: 'Type how the name begins.',
    nothingFound: 'Nothing found.',
    clear: 'Clear',
    previewFailed: 'Can’t read the property at the channel manager.',
    noRooms: 'It has no rooms at the channel manager yet.',
    noPlans: 'no rate plan',
    room_one: '{{name}}, {{count, number}} guest',
    room_other: '{{name}}, {{count, number}} guests',
    plan_one: '{{name}} for {{count, number}} guest',
    plan_other: '{{name}} for {{count, number}} guests',
    same: 'Everything is as it is at the channel manager.',
    changes: 'What has changed at the channel manager',
    comes: 'New: {{what}}',
    goes: 'Gone: {{what}}',
    becomes: '{{before}} is now {{after}}',
    take: 'Take it over',
    taken: 'The property is taken over.',
    update: 'Take over what has changed',
    updated: 'What has changed is taken over.',
    ask: 'Ask for {{ota}}',
  },
} as const

export type NewProperty = typeof newProperty

addTexts<NewProperty>({ en: newProperty })
