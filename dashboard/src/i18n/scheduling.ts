import { addTexts } from './catalogue.ts'

/** Of messages that are sent at a time; loaded with what shows them. */
const scheduling = {
  scheduling: {
    later: 'Send later',
    title: 'When is it sent?',
    what: 'Before it goes it is looked at again: it is not sent if somebody else has answered meanwhile, the stay is cancelled, the guest can’t be reached this way any more or a file of it is gone, and To do says so.',
    own: 'Another time',
    atProperty: '{{time}} at the property',
    schedule: 'Send then',
    past: 'Choose a time that is still to come.',
    failed: 'The message is not scheduled.',
    unknown:
      'It isn’t known whether the message is scheduled. Choose the same time again: it is scheduled once. Or close this and look above the text box.',
    closed: 'after the chatapp window closes',
    told: 'It is sent {{time}}.',
    lines: 'Messages that are sent later',
    waiting: 'To be sent {{time}}, by {{who}}:',
    sending: 'On its way since {{time}}, by {{who}}:',
    notSent: 'Not sent {{time}}:',
    you: 'you',
    somebody: 'a colleague',
    cancel: 'Don’t send',
    cancelled: 'It is not sent.',
    rewrite: 'Put into the text box',
    attachAgain: 'Attach its files again: whoever uploaded a file is the only one who can send it.',
    noList: 'What is to be sent later can’t be shown.',
  },
} as const

export type Scheduling = typeof scheduling

addTexts<Scheduling>({ en: scheduling })
