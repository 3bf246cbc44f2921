import { isPossiblePhoneNumber } from 'libphonenumber-js/min'
import { type Actor, isStaff } from '../../actor.ts'
import type { Clock } from '../../ports.ts'
import { obstacle, refusal } from '../delivery/delivery-failures.ts'
import type { OutboundChannel } from '../delivery/outbound.ts'
import { addressOf, type Guest, type Guests, type Stay, windowClosesAt } from '../guest.ts'
import type { DeliveryFailure } from '../message.ts'
import { knownValue } from '../templates/fill-template.ts'
import { type TemplateName, templateNames, templateOf } from '../templates/templates.ts'
import type { Thread } from '../thread.ts'
import { type Segments, segmentsOf } from './segments.ts'

/** What stands in the way of free text by a channel, as its delivery would say it. */
interface ChannelReach {
  reachable: boolean
  reason: DeliveryFailure | null
  optedOut: boolean
  /** Null when there is no number: the guest has no address, or a chatapp id instead. */
  numberValid: boolean | null
}

export interface Reachability {
  chatapp: ChannelReach & {
    windowClosesAt: Date | null
    /** Null with no inbound message on record: then the provider decides. */
    windowOpen: boolean | null
    templatesAllowed: boolean
  }
  sms: ChannelReach & {
    /** Of the text that was asked about. */
    segments: Segments | null
  }
  guest: { name: string | null } | null
  /** For staff alone. */
  templates?: TemplatePreview[]
}

/** A template, and what its variables would be filled with; null has to be given. */
interface TemplatePreview {
  name: TemplateName
  text: string
  variables: { name: string; value: string | null }[]
}

interface Question {
  stay: Stay
  now: Date
  text?: string | undefined
  forStaff: boolean
}

/** How the guest of a stay can be written to now. Holds no address. */
export function reachabilityOf({ stay, now, text, forStaff }: Question): Reachability {
  const { guest } = stay
  return {
    chatapp: chatappReach(guest, now),
    sms: {
      ...channelReach(guest, { channel: 'sms', isTemplate: false }, now),
      segments: text ? segmentsOf(text) : null,
    },
    guest: guest ? { name: guest.name ?? null } : null,
    ...(forStaff && { templates: templateNames.map(name => preview(name, stay)) }),
  }
}

function chatappReach(guest: Guest | undefined, now: Date): Reachability['chatapp'] {
  const closesAt = guest && windowClosesAt(guest)
  const asTemplate = channelReach(guest, { channel: 'chatapp', isTemplate: true }, now)
  return {
    ...channelReach(guest, { channel: 'chatapp', isTemplate: false }, now),
    windowClosesAt: closesAt ?? null,
    windowOpen: closesAt ? closesAt > now : null,
    templatesAllowed: asTemplate.reachable,
  }
}

function channelReach(
  guest: Guest | undefined,
  plan: { channel: OutboundChannel; isTemplate: boolean },
  now: Date,
): ChannelReach {
  const numberValid = guest ? validity(guest, plan.channel) : null
  const reason = obstacle(guest, plan, now) ?? (numberValid === false ? invalidNumber : null)
  return {
    reachable: reason === null,
    reason,
    optedOut: Boolean(guest?.optedOut[plan.channel]),
    numberValid,
  }
}

const invalidNumber = refusal({ reason: 'invalid-number' })

const chatappId = /^[A-Z]{2}\./

function validity(guest: Guest, channel: OutboundChannel): boolean | null {
  const address = addressOf(guest, channel)
  if (address === undefined) return null
  if (channel === 'chatapp' && chatappId.test(address)) return null
  // What the guest has written from exists, whatever the plan of its country says.
  return isPossibleNumber(address) || (channel === 'chatapp' && address === guest.lastChatappAddress)
}

function preview(name: TemplateName, stay: Stay): TemplatePreview {
  const template = templateOf(name)
  const variables = template.variables.map(variable => ({
    name: variable.name,
    value: knownValue(variable, stay) ?? null,
  }))
  return { name, text: template.text, variables }
}

/**
 * Whether an address is a number (E.164) that can exist: a country code, and as many digits as that country uses. Which
 * of these ranges are given out changes too often to tell.
 */
export const isPossibleNumber = (address: string): boolean =>
  /^\+\d+$/.test(address) && isPossiblePhoneNumber(address)

export interface ReachabilityDeps {
  clock: Clock
  guests: Pick<Guests, 'stay'>
}

export interface ReachabilityInput {
  threadId: string
  thread: Thread
  /** A text somebody thinks of sending: how much it would take as an SMS. */
  text?: string | undefined
}

/** How the guest of a thread can be written to now. The caller may see the thread. One read without a reservation, else two. */
export async function readReachability(
  { clock, guests }: ReachabilityDeps,
  actor: Actor,
  { threadId, thread, text }: ReachabilityInput,
): Promise<Reachability> {
  const stay = await guests.stay({ threadId, reservationId: thread.reservationId })
  return reachabilityOf({ stay, now: clock.now(), text, forStaff: isStaff(actor) })
}
