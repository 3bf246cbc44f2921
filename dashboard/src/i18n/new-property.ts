import { addTexts } from './catalogue.ts'

/** The texts of taking over a property. */
const newProperty = {
  newProperty: {
    link: 'Add a property',
    title: 'Add a property',
    what: 'Import a property with its rooms and rate plans from the channel manager. Import it again to update what has changed there.',
    managed: 'Property at the channel manager',
    managedHint: 'Type a part of its name, or paste its ID.',
    known: '{{title}} (imported)',
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
    same: 'Nothing has changed at the channel manager.',
    changes: 'What has changed at the channel manager',
    comes: 'New: {{what}}',
    goes: 'Gone: {{what}}',
    becomes: '{{before}} is now {{after}}',
    take: 'Import the property',
    taken: 'The property is imported.',
    update: 'Import the changes',
    updated: 'The changes are imported.',
    ask: 'Request {{ota}}',
  },
} as const

export type NewProperty = typeof newProperty

addTexts<NewProperty>({ en: newProperty })
