import { addTexts } from './catalogue.ts'

/** Of messages that are sent at a time; loaded with what shows them. */
const scheduling = {
  scheduling: {
    later: 'Send later',
    title: 'Send when?',
    what: 'We check again before we send it. If somebody has answered, the stay is cancelled, the guest can’t be reached this way or a file is gone, we don’t send it and put it into To do.',
    own: 'Another time',
    atProperty: '{{time}} at the property',
    schedule: 'Send then',
    past: 'Choose a time that is still to come.',
    failed: 'The message was not scheduled.',
    unknown:
      'The server didn’t answer, so the message may be scheduled. Choose the same time again: we schedule it only once.',
    closed: 'after the WhatsApp window closes',
    told: 'We send it {{time}}.',
    lines: 'Scheduled messages',
    waiting: 'To be sent {{time}}, by {{who}}:',
    sending: 'On its way since {{time}}, by {{who}}:',
    notSent: 'Not sent {{time}}:',
    you: 'you',
    somebody: 'a colleague',
    cancel: 'Don’t send',
    cancelled: 'Cancelled. We don’t send it.',
    rewrite: 'Put into the text box',
    attachAgain: 'Attach its files again: only the person who uploaded a file can send it.',
    noList: 'Can’t load the scheduled messages.',
  },
} as const

export type Scheduling = typeof scheduling

addTexts<Scheduling>({ en: scheduling })
