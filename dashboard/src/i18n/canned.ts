import { addTexts } from './catalogue.ts'

/** Of canned replies; loaded with the parts of the composer that show them. */
const canned = {
  canned: {
    title: 'Canned replies',
    list: 'Canned replies to insert',
    offered_one: '{{count, number}} canned reply to insert',
    offered_other: '{{count, number}} canned replies to insert',
    open: 'Fill in {{place}} before you send this: it isn’t known for this stay.',
    openFact:
      'Fill in {{place}} before you send this, or add it to the facts of the house under “About this thread” and insert the reply again.',
    openSecret:
      'Fill in {{place}} before you send this, or add it to the facts of the house under “About this thread” and insert the reply again. It’s filled in only for a guest with a booking.',
    search: 'Find by name or text',
    none: 'Nobody has written a canned reply yet. Write one, and the whole team finds it here and by typing / at the start of a line.',
    noneFound: 'No canned reply has these words. Try fewer letters.',
    insert: 'Insert',
    edit: 'Change {{name}}',
    delete: 'Delete {{name}}',
    changedBy: 'Changed by {{name}}, {{age}}',
    writtenBy: 'Written by {{name}}, {{age}}',
    you: 'you',
    somebody: 'a colleague',
    files_one: '{{count, number}} file',
    files_other: '{{count, number}} files',
    new: 'New canned reply',
    newTitle: 'New canned reply',
    editTitle: 'Change a canned reply',
    name: 'Name',
    nameWhat: 'Short and unique: you type it after /.',
    nameTaken: 'Another canned reply has this name. Choose another one.',
    text: 'Text',
    textWhat:
      '{{variables}} are filled in from the stay, and the facts of its house, when the reply is used.',
    textUnknown: 'We can’t fill in {{unknown}}. Use {{variables}}, or write it out.',
    tooLong: 'Too long. The limit is {{limit, number}} characters.',
    attach: 'Attach files',
    save: 'Save for the team',
    saveFailed: 'The reply is not saved.',
    loadFailed: 'Can’t load the canned replies.',
    theirs: '{{name}} has changed this reply meanwhile. It now says:',
    takeTheirs: 'Go on with this one',
    keepMine: 'Keep mine',
    deleteTitle: 'Delete {{name}}?',
    deleteWhat: 'The team can’t use it any more. Messages that were sent stay.',
    deleteIt: 'Delete for the team',
    deleteFailed: 'The reply is not deleted.',
  },
} as const

export type Canned = typeof canned

addTexts<Canned>({ en: canned })
