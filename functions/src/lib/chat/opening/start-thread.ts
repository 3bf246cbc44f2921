import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { noSuchProperty, properties } from '../../company.ts'
import type { Rules } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { clientId, documentId } from '../../identifiers.ts'
import { parse } from '../../parse.ts'
import { channelOfType } from '../channel-types.ts'
import type { Channel } from '../channels/channel.ts'
import { phoneNumber, requirePossible } from '../channels/phone.ts'
import { channels } from '../channels/registry.ts'
import type { StoredMessage } from '../message.ts'
import type { StoredThread } from '../ports.ts'
import { type CreateMessageDeps, createMessage } from '../posting/create-message.ts'
import { postedMessage } from '../posting/post-context.ts'
import { filesOfPost, type PostInput, postBodyOf } from '../posting/post-input.ts'
import { sendTemplate, type TemplatePost } from '../templates/send-template.ts'
import { templateBody } from '../templates/template-body.ts'
import { templateNames } from '../templates/templates.ts'
import { homeOf, idsOf, type OpenDeps, openingEntry, openThread, type ThreadHome } from './open-thread.ts'
import type { Contact, OpeningContext, Shared } from './plan-thread.ts'

type Deps = OpenDeps & CreateMessageDeps

type FirstMessage =
  | { text: Omit<PostInput, 'threadId' | 'reservationId'> }
  | { template: Omit<TemplatePost, 'threadId' | 'reservationId'> }

const messagePart = z.object({
  messageId: clientId.optional(),
  body: z.string().optional().meta({ description: 'Of the first message, or of a further one.' }),
  type: z.string().optional().meta({ description: 'As when a message is posted.' }),
  template: z.enum(templateNames).optional().meta({ description: 'In place of `body`.' }),
  variables: z.unknown().optional().meta({ type: 'object', description: 'As when a template is sent.' }),
  optIn: z.string().optional().meta({ description: 'As when a template is sent.' }),
  files: filesOfPost,
  unlessAnsweredSince: z.string().optional().meta({ description: 'As when a message is posted.' }),
})

export const threadStart = z
  .strictObject({
    reservationId: documentId.optional(),
    guestId: documentId.optional().meta({ description: 'In place of a reservation.' }),
    to: z
      .strictObject({ phone: phoneNumber })
      .optional()
      .meta({ description: 'In place of both: the guest with this number, or a new one.' }),
    name: z.string().trim().min(1).max(200).optional().meta({ description: 'Of a new guest.' }),
    propertyId: documentId.optional().meta({ description: 'Of interest to a guest without a stay.' }),
    ...messagePart.shape,
  })
  .refine(({ reservationId, guestId, to }) => [reservationId, guestId, to].filter(Boolean).length === 1, {
    path: ['reservationId'],
    message: 'must be given, or guestId or to in place of it',
  })
  .refine(({ to, name, propertyId }) => to !== undefined || (name ?? propertyId) === undefined, {
    path: ['to'],
    message: 'must be given beside name and propertyId',
  })
  .refine(({ body: text, template }) => text === undefined || template === undefined, {
    path: ['template'],
    message: 'must not be given beside body',
  })

export const startedThread = z
  .object({ threadId: z.string(), message: postedMessage.nullable() })
  .meta({ id: 'StartedThread' })

type ThreadStart = z.output<typeof threadStart>

function firstMessage(rules: Rules, given: ThreadStart): FirstMessage | undefined {
  const { template, variables, ...text } = messagePart.parse(given)
  if (template !== undefined)
    return {
      template: parse(templateBody, { ...text, template, ...(variables !== undefined && { variables }) }),
    }
  const isText = Object.values({ ...text, variables }).some(value => value !== undefined)
  return isText
    ? { text: parse(postBodyOf(rules), { ...text, ...(variables !== undefined && { variables }) }) }
    : undefined
}

export interface Start {
  home: ThreadHome | { to: Contact }
  message?: FirstMessage | undefined
}

export function startOf(rules: Rules, given: ThreadStart): Start {
  const { reservationId, guestId = '', to, name, propertyId } = given
  const message = firstMessage(rules, given)
  if (to) return { home: { to: { address: to.phone, name, propertyId } }, message }
  return { home: reservationId === undefined ? { guestId } : { reservationId }, message }
}

export interface StartedThread {
  threadId: string
  isNew: boolean
  message: StoredMessage | null
}

/**
 * A repeat with the same `messageId` resumes. Throws like `openThread`, `createMessage`, `sendTemplate`;
 * `validation-failed` for a first chatapp text without consent, or in another guest's thread without a stay.
 */
export async function startThread(
  deps: Deps,
  actor: Actor,
  { home: place, message }: Start,
): Promise<StartedThread> {
  const home = 'to' in place ? await newHome(deps, place.to) : place
  const subject =
    'guestId' in home
      ? { targetType: 'guest', targetId: home.guestId }
      : { targetType: 'reservation', targetId: home.reservationId }
  const failed = { action: 'thread.open', ...subject, metadata: idsOf(home) }
  const { shared, ...opened } = await auditingFailure(deps, buildAuditEntry(deps, actor, failed), () =>
    openThread(deps, home, {
      audit: openingEntry(deps, actor, home),
      allow: (context, thread) => {
        if (message && 'text' in message) requireConsent(message.text, context, thread)
      },
    }),
  )
  if (!message) return { ...opened, message: null }
  const post = { threadId: opened.threadId, ...('reservationId' in home ? home : shared && stayOf(shared)) }
  const stored =
    'text' in message
      ? await createMessage(deps, actor, { ...message.text, ...post })
      : await sendTemplate(deps, actor, { ...message.template, ...post })
  return { ...opened, message: stored.message }
}

async function newHome(deps: Deps, contact: Contact): Promise<ThreadHome> {
  const { address, propertyId } = contact
  await requirePossible(address, 'to.phone')
  if (propertyId !== undefined && !(await deps.store.read(properties.at(propertyId))))
    throw noSuchProperty(propertyId, 'Choose another property, or none.')
  return homeOf(deps, contact)
}

function stayOf({ thread: { threadId, stored }, stayId: reservationId }: Shared): { reservationId: string } {
  if (reservationId) return { reservationId }
  throw new DomainError('validation-failed', 'No stay says that a message there is to this guest.', {
    nextAction: `Write in thread ${stored.value.mergedInto ?? threadId}, or take the threads apart first.`,
  })
}

/** An open conversation on the channel needs no consent. */
function requireConsent(
  { type, source }: Pick<PostInput, 'type' | 'source'>,
  { guest, now }: OpeningContext,
  thread: StoredThread | undefined,
): void {
  const channel = channelOfType(type)
  if (!channel || !channels[channel].isOurs(source)) return
  const { beginning, lastSentField }: Channel = channels[channel]
  const lastSentAt = lastSentField && thread?.stored.value[lastSentField]
  const isBegun = lastSentAt && !(guest?.phoneSince && guest.phoneSince > lastSentAt)
  const obstacle = isBegun ? undefined : beginning?.(guest, now)
  if (!obstacle) return
  throw new DomainError('validation-failed', obstacle.detail, {
    nextAction: obstacle.nextAction,
    errors: [{ path: 'type', message: obstacle.detail }],
  })
}
