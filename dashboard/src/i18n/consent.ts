import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** The texts of the page of a host's consent, loaded with it. */
const consent = {
  consent: {
    one: 'Consent of a host',
    title: 'Connect to {{ota}}',
    askWhat:
      'A link is made with which the host logs in to {{ota}} and agrees. Afterwards you choose which of their listings is sold by which rate plan. A link that was made before for the same properties does not work any more then.',
    others: 'Other properties of the landlord',
    othersWhat: 'Choose those that the same account lets, beside {{name}}.',
    othersFailed: 'Can’t load the landlord’s other properties.',
    othersMore: 'There are more; a link is for {{count, number}} of them at most.',
    noLink: 'No link was made',
    makeLink: 'Make the link',
    properties: 'Properties',
    notFound: 'This consent does not exist.',
    failed: 'Can’t load this consent.',
    toOpen: 'Consent at {{ota}}: {{state}}',
    state: {
      asked: 'Waiting for the host',
      expired: 'Link over',
      checking: 'Being checked',
      refused: 'Not given',
      granted: 'Given',
      activating: 'Being activated',
      active: 'Active',
      ended: 'Over',
    },
    link: 'Link for the host',
    linkWhat:
      'The host opens this link, logs in to {{ota}} and agrees. They are thanked there, and this page says what came of it.',
    linkUnknown:
      'The link to {{ota}} is shown only where it was made. Make a new one if it is lost; the old one does not work any more then.',
    linkAgain: 'Ask the host again: make a link with which they log in to {{ota}} and agree.',
    validUntil: 'Valid until {{until}}.',
    address: 'Address of the link',
    copy: 'Copy the link',
    copied: 'Copied',
    open: 'Open at {{ota}}',
    newLink: 'Make a new link',
    answered: {
      agreed: 'Thank you',
      refused: 'Not agreed',
      'link-used': 'This link is over',
      'link-expired': 'This link is over',
    },
    answeredWhat: {
      agreed: '{{ota}} says that you agreed. You can close this window.',
      refused:
        '{{ota}} says that you did not agree, or that it could not take it. Ask for a new link if you want to agree.',
      'link-used': 'It has been used, or there is a newer one. Ask for a new one if you have not agreed yet.',
      'link-expired': 'Ask for a new one.',
    },
    problems: {
      'link-expired': 'The link that was opened is over. Make a new one.',
      'link-used': 'The link that was opened has been used, or a newer one has taken its place.',
    },
    checking: 'The host has come back from {{ota}}. What they agreed to is being read.',
    expired: 'Nobody has opened the link in time.',
    refused: 'The consent was not given',
    notTaken: 'The host’s answer was not taken',
    ended: 'The properties were disconnected from {{ota}}.',
    lost: '{{ota}} does not know the consent any more: the host has to agree again',
    gone: 'The channel at {{ota}} does not exist any more',
    noListingsRead: 'Can’t read the listings at {{ota}}',
    listings: 'Listings',
    noListings: 'The account has no listings.',
    listingsWhat:
      'Choose the rate plan that sells each listing. What is left open is not sold. Names that are equal are proposed.',
    listing: 'Listing',
    ratePlan: 'Rate plan',
    ratePlanOf: 'Rate plan of {{title}}',
    notSold: 'Not sold',
    plan_one: '{{property}} · {{room}} · {{name}}, {{count, number}} guest',
    plan_other: '{{property}} · {{room}} · {{name}}, {{count, number}} guests',
    guests_one: '{{count, number}} guest',
    guests_other: '{{count, number}} guests',
    states: { waiting: 'Being mapped', mapped: 'Mapped', failed: 'Not mapped' },
    mappingFailed: 'Mapping failed',
    price:
      'The landlord pays {{price}} for each property. With a payment ID it is charged once the property is live; without one nothing is charged.',
    payments: 'Payment IDs',
    paymentOf: 'Payment ID of {{name}} (optional)',
    mapping: 'The channel manager maps the listings. This takes up to half a minute.',
    activating: 'The channel is being put on, and {{ota}} is sent prices and availability.',
    mapAndActivate: 'Map and activate',
    tryAgain: 'Try again',
    notActivated: 'Not activated yet',
    active: 'The listings are sold at {{ota}}.',
    toChannel: '{{ota}} of {{name}}',
  },
} as const

export type ConsentTexts = typeof consent

/** By language. */
const catalogues: Record<string, Catalogue<ConsentTexts>> = { en: consent }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
