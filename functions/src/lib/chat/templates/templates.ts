import type { ChannelName } from '../channel-names.ts'

export const templateChannel = 'chatapp' satisfies ChannelName

/** Our names; the parameter `CHATAPP_TEMPLATES` has the provider's ids. */
export const templateNames = [
  'booking-confirmation',
  'check-in-details',
  'reply-request',
  'review-request',
] as const
export type TemplateName = (typeof templateNames)[number]

export type StayFact =
  | 'guest.name'
  | 'reservation.arrival'
  | 'reservation.departure'
  | 'property.name'
  | 'property.facts.wayIn'

export interface TemplateVariable {
  name: string
  /** `caller`: no default. */
  from: StayFact | 'caller'
}

export interface Template {
  /** Approved text, with `{name}` for the provider's `{{1}}`. */
  text: string
  /** In the provider's order. */
  variables: readonly TemplateVariable[]
}

const guest = { name: 'guest', from: 'guest.name' } as const
const property = { name: 'property', from: 'property.name' } as const
const arrival = { name: 'arrival', from: 'reservation.arrival' } as const
const instructions = { name: 'instructions', from: 'property.facts.wayIn' } as const
const departure = { name: 'departure', from: 'reservation.departure' } as const

const templates = {
  'booking-confirmation': {
    text: 'Hello {guest}, your booking at {property} from {arrival} to {departure} is confirmed. Reply to this message if you have any questions.',
    variables: [guest, property, arrival, departure],
  },
  'check-in-details': {
    text: 'Hello {guest}, your stay at {property} begins on {arrival}. How to get in: {instructions} Reply to this message if anything is unclear.',
    variables: [guest, property, arrival, instructions],
  },
  'reply-request': {
    text: 'Hello {guest}, we have news about your stay at {property}. Please reply to this message, and we will tell you more.',
    variables: [guest, property],
  },
  'review-request': {
    text: 'Hello {guest}, thank you for staying at {property}. We would be glad to read how it was: {link} Thank you!',
    variables: [guest, property, { name: 'link', from: 'caller' }],
  },
} satisfies Record<TemplateName, Template>

export const templateOf = (name: TemplateName): Template => templates[name]
