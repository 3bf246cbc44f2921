import { addTexts } from './catalogue.ts'

/** Of the drawings in the guide, and of its steps that are sent to a landlord; loaded with the guide. */
const guide = {
  drawing: {
    booking: {
      logIn: {
        title: 'The page to log in',
        what: 'Two fields, for the user name and the password, and a button to log in below them.',
      },
      copyCode: {
        title: 'The top of the extranet',
        what: 'At the top of every page of the extranet stands the property’s name, and beside it the property ID, which is framed here.',
      },
      openProvider: {
        title: 'Where Connectivity Provider is',
        what: 'The Account menu is at the right of the top of the page. It is open here, and Connectivity Provider in it is framed.',
      },
      searchName: {
        title: 'The search for a provider',
        what: 'In the search field stands the full name {{channelManager}}. Below it {{channelManager}} is the only one found.',
      },
      confirm: {
        title: 'The selection',
        what: '{{channelManager}} is selected in the list. The Next button is at the right below it, framed here.',
      },
      agreement: {
        title: 'The agreement',
        what: 'The text of the agreement, below it a box that is ticked, and the button to accept, framed here.',
      },
      wait: {
        title: 'The connection, when it is active',
        what: 'On the page of the provider {{channelManager}} is marked as active.',
      },
    },
  },
  drawingWords: {
    userName: 'User name',
    password: 'Password',
    logIn: 'Log in',
    property: 'Property',
    id: '1234567',
    account: 'Account',
    provider: 'Connectivity Provider',
    next: 'Next',
    agreement: 'XML Service Agreement',
    accept: 'Accept',
    active: 'Active',
  },
  landlordStep: {
    send: 'Send to the landlord…',
    again: 'Send again…',
    title: 'Send this step to the landlord',
    to: '“{{step}}” goes to {{name}}, {{email}}.',
    language: 'Language',
    languages: { en: 'English', de: 'German', es: 'Spanish', fr: 'French', it: 'Italian' },
    sendNow: 'Send',
    failed: 'The step wasn’t sent.',
    unknown: 'Can’t load the landlord’s address.',
    done: 'The step is on its way to {{name}}.',
    doneBefore: '{{who}} has sent it already, so we didn’t send it again.',
    sent: 'Sent to {{name}} <time/> by {{who}}, in {{language}}.',
    theLandlord: 'the landlord',
    you: 'you',
    somebody: 'a colleague',
    lost: 'The e-mail didn’t arrive.',
    obstacle: 'This step can’t be sent to the landlord. {{detail}} {{nextAction}}',
  },
} as const

export type Guide = typeof guide

addTexts<Guide>({ en: guide })
