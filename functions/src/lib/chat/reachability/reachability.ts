import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { type ChannelName, channelNames } from '../channels/names.ts'
import { isChannel } from '../channels/naming.ts'
import { channels, type Rows } from '../channels/registry.ts'
import { failure, invalidNumber } from '../delivery/delivery-failures.ts'
import { obstacle } from '../delivery/obstacle.ts'
import type { Stay, Talk } from '../guest.ts'
import { addresseeOf, askerOf } from '../merging/merged.ts'
import type { DeliveryFailure } from '../message.ts'
import { withOptOuts } from '../opt-outs.ts'
import { knownValue } from '../templates/fill-template.ts'
import { type TemplateName, templateNames, templateOf } from '../templates/templates.ts'
import type { Thread } from '../thread.ts'

/** The obstacle to free text by a channel, in the words of a failed delivery. */
interface ChannelReach {
  reachable: boolean
  reason: DeliveryFailure | null
  optedOut: boolean
  /** Null without a number: the guest has no address, or a chatapp id instead. */
  numberValid: boolean | null
}

/** The same, with fields of only that channel. */
type ByChannel = {
  [Name in ChannelName]: ChannelReach & Awaited<ReturnType<Rows[Name]['facts']['of']>>
}

export interface Reachability extends ByChannel {
  guest: { name: string | null } | null
  /** By which its guest wrote last; null where nobody has by one, lately. */
  lastUsed: ChannelName | null
  /** Whom a message reaches that names no stay, where that is another guest: all above is theirs. */
  to?: { name: string | null }
  /** For staff alone. */
  templates?: TemplatePreview[]
}

const noGuest = failure(
  'not-reachable',
  'This thread is with a landlord, and no guest takes part in it.',
  'Write a plain message instead.',
)

/** A template with the values for its variables; null must be given by the caller. */
interface TemplatePreview {
  name: TemplateName
  text: string
  variables: { name: string; value: string | null }[]
}

interface Question {
  stay: Stay
  lastUsed?: ChannelName | null | undefined
  talk?: Talk | undefined
  now: Date
  text?: string | undefined
  forStaff: boolean
  /** Whether it is a landlord's own thread, so that every way to a guest can only fail. */
  ofHouse?: boolean
}

/** How a stay's guest can be reached now. Contains no address. */
export async function reachabilityOf(question: Question): Promise<Reachability> {
  const { stay, lastUsed = null, forStaff, ofHouse = false } = question
  return {
    ...(await reachByChannel(question)),
    guest: nameOf(stay),
    lastUsed,
    ...(forStaff && { templates: ofHouse ? [] : templateNames.map(name => preview(name, stay)) }),
  }
}

function lastChannelOf({ exchanges }: Thread): ChannelName | null {
  const last = exchanges.at(-1)
  const by = last?.lastChannel ?? last?.channel
  return isChannel(by) ? by : null
}

const nameOf = ({ guest }: Stay): Reachability['guest'] => (guest ? { name: guest.name ?? null } : null)

function reachByChannel(question: Question): Promise<ByChannel>
async function reachByChannel(question: Question): Promise<object> {
  const each = channelNames.map(async name => [name, await channelReach(name, question)] as const)
  return Object.fromEntries(await Promise.all(each))
}

async function channelReach(
  name: ChannelName,
  { stay: { guest }, talk, now, text, ofHouse }: Question,
): Promise<ChannelReach> {
  const channel = channels[name]
  const address = guest && channel.addressOf(guest, talk)
  const numberValid = guest && address !== undefined ? await channel.isPossible(address, guest) : null
  const reasonOf = (isTemplate: boolean) =>
    obstacle(name, guest, { isTemplate, talk }, now) ?? (numberValid === false ? invalidNumber : null)
  const [reason, takesTemplates] = [ofHouse ? noGuest : reasonOf(false), reasonOf(true) === null]
  return {
    reachable: reason === null,
    reason,
    optedOut: Boolean(guest?.optedOut[name]),
    numberValid,
    ...(await channel.facts.of({ guest, talk, now, text, takesTemplates })),
  }
}

function preview(name: TemplateName, stay: Stay): TemplatePreview {
  const template = templateOf(name)
  const variables = template.variables.map(variable => ({
    name: variable.name,
    value: knownValue(variable, stay) ?? null,
  }))
  return { name, text: template.text, variables }
}

export interface ReachabilityInput {
  threadId: string
  thread: Thread
  /** A draft, to count its SMS segments. */
  text?: string | undefined
}

/** How a thread's guest can be reached now. The caller may see the thread. Two reads without a reservation, else three. */
export async function readReachability(
  { clock, guests }: Needs<'guests'>,
  actor: Actor,
  { threadId, thread, text }: ReachabilityInput,
): Promise<Reachability> {
  const { reservationId } = thread
  const [stay, own] = await Promise.all([
    guests.stay(addresseeOf(threadId, thread)),
    askerOf(thread) && guests.stay({ threadId, reservationId }),
  ])
  const guest = stay.guest && (await withOptOuts({ guests }, stay.guest, channelNames))
  const now = clock.now()
  const { guestId, booked } = stay
  const talk = { guestId, conversations: thread.conversations, stay: booked, now }
  const lastUsed = lastChannelOf(thread)
  const known = { stay: { ...stay, guest }, lastUsed, talk, now, text }
  const about = { ...known, forStaff: isStaff(actor), ofHouse: thread.source === 'support' && !guest }
  const reach = await reachabilityOf(about)
  return own ? { ...reach, guest: nameOf(own), to: nameOf(stay) ?? { name: null } } : reach
}
