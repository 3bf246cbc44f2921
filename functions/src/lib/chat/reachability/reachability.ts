import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { factNames } from '../../fact-names.ts'
import { reason } from '../../shapes.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import { byChannel, isChannel } from '../channel-types.ts'
import { channels, type Rows } from '../channels/registry.ts'
import { obstacle } from '../delivery/obstacle.ts'
import { failure, invalidNumber } from '../delivery-failures.ts'
import type { Stay, Talk } from '../guest.ts'
import { addresseeOf, askerOf } from '../merging/merge-rules.ts'
import type { DeliveryFailure } from '../message.ts'
import { withOptOuts } from '../opt-outs.ts'
import { stayOfThread } from '../stays.ts'
import { stayValue } from '../templates/fill-template.ts'
import { type TemplateName, templateNames, templateOf } from '../templates/templates.ts'
import type { Thread } from '../thread.ts'

interface ChannelReach {
  reachable: boolean
  reason: DeliveryFailure | null
  optedOut: boolean
  /** Null without a number, such as with a chatapp id. */
  numberValid: boolean | null
}

type ByChannel = {
  [Name in ChannelName]: ChannelReach & Awaited<ReturnType<Rows[Name]['facts']['of']>>
}

const reachFields = {
  reachable: z.boolean().meta({ description: 'Whether free text can be sent.' }),
  reason: reason.nullable().meta({ description: 'The obstacle.' }),
  optedOut: z.boolean(),
  numberValid: z.boolean().nullable().meta({ description: 'Null when there is no number.' }),
}

type ReachSchema<Facts extends z.ZodRawShape> = z.ZodObject<typeof reachFields & Facts>

type ReachSchemas = { [Name in ChannelName]: ReachSchema<Rows[Name]['facts']['shape']> }

function reachSchemas(): ReachSchemas

function reachSchemas(): object {
  return byChannel(name => z.object({ ...reachFields, ...channels[name].facts.shape }))
}

const named = z.object({ name: z.string().nullable() })

export const reachability = z
  .object({
    ...reachSchemas(),
    guest: named.nullable(),
    lastUsed: z
      .enum(channelNames)
      .nullable()
      .meta({ description: 'The channel by which the guest wrote last; null where none is known.' }),
    to: named.optional().meta({
      description:
        'Whom a message reaches that names no stay, where that is another guest than the one of the thread: all else but `guest` is of them.',
    }),
    templates: z
      .array(
        z.object({
          name: z.enum(templateNames),
          text: z.string(),
          variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
        }),
      )
      .optional()
      .meta({ description: 'For staff alone; a variable whose value is null has to be given.' }),
    facts: z.partialRecord(z.enum(factNames), z.string()).optional().meta({
      description:
        'For staff alone: the facts of the house that canned replies fill in; `wayIn`, `doorCode` and `wifi` need a booking that is not cancelled.',
    }),
  })
  .meta({ id: 'Reachability', description: 'How the guest can be written to now.' })
export type Reachability = z.infer<typeof reachability>

const noGuest = failure(
  'not-reachable',
  'This thread is with a landlord, and no guest takes part in it.',
  'Write a plain message instead.',
)

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
  /** A landlord's own thread has no guest. */
  ofHouse?: boolean
}

/** Contains no address. */
export async function reachabilityOf(question: Question): Promise<Reachability> {
  const { stay, lastUsed = null, forStaff, ofHouse = false } = question
  return {
    ...(await reachByChannel(question)),
    guest: nameOf(stay),
    lastUsed,
    ...(forStaff && {
      templates: ofHouse ? [] : templateNames.map(name => preview(name, stay)),
      facts: ofHouse ? {} : stay.facts,
    }),
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
    value: stayValue(variable, stay) ?? null,
  }))
  return { name, text: template.text, variables }
}

export interface ReachabilityInput {
  threadId: string
  thread: Thread
  /** A draft, for its SMS segments. */
  text?: string | undefined
}

/** The caller checks access. Two reads, three with a reservation. */
export async function readReachability(
  deps: Needs<'rules' | 'store'>,
  actor: Actor,
  { threadId, thread, text }: ReachabilityInput,
): Promise<Reachability> {
  const { clock, store } = deps
  const { reservationId } = thread
  const [stay, own] = await Promise.all([
    stayOfThread(store, addresseeOf(threadId, thread)),
    askerOf(thread) && stayOfThread(store, { threadId, reservationId }),
  ])
  const guest = stay.guest && (await withOptOuts(deps, stay.guest, channelNames))
  const now = clock.now()
  const { guestId, booked } = stay
  const talk = { guestId, conversations: thread.conversations, stay: booked, now }
  const lastUsed = lastChannelOf(thread)
  const base = { stay: { ...stay, guest }, lastUsed, talk, now, text }
  const about = { ...base, forStaff: isStaff(actor), ofHouse: thread.source === 'support' && !guest }
  const reach = await reachabilityOf(about)
  return own ? { ...reach, guest: nameOf(own), to: nameOf(stay) ?? { name: null } } : reach
}
