import { type Actor, isStaff } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { typeOf } from '../channels/naming.ts'
import { addresseeOf } from '../merging/merged.ts'
import type { MessageTemplate } from '../message.ts'
import {
  type CreateMessageDeps,
  type CreateMessageResult,
  createMessage,
  postEntry,
} from '../posting/create-message.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { limitingRefusals } from '../posting/refusal-limit.ts'
import { asSent, filledBefore, knownValue, renderTemplate, type Values, valueFor } from './fill-template.ts'
import {
  type Template,
  type TemplateName,
  type TemplateVariable,
  templateChannel,
  templateOf,
} from './templates.ts'

type Deps = CreateMessageDeps & Needs<'guests'>

export interface TemplatePost {
  threadId: string
  template: TemplateName
  /** By name; the others are filled in from the stay. */
  variables: Values
  messageId?: string | undefined
  /** The stay that it is about; the thread's without one. */
  reservationId?: string | undefined
  sendUntil?: Date | undefined
  /** Where the guest agreed to be written to. */
  optIn?: string | undefined
  /** As of a message. */
  unlessAnsweredSince?: Date | undefined
}

const message = { source: 'platform', type: typeOf(templateChannel), contentType: 'text' } as const

/**
 * Stores a chatapp message sent as an approved template, which needs no open 24-hour window. Throws `forbidden`,
 * `thread-not-found`, `validation-failed` naming each variable without a value, and whatever `createMessage` throws.
 */
export async function sendTemplate(
  deps: Deps,
  actor: Actor,
  post: TemplatePost,
): Promise<CreateMessageResult> {
  const messageId = post.messageId ?? deps.ids.message()
  const input = { ...message, threadId: post.threadId }
  const entry = postEntry(deps, actor, { ...input, messageId })
  const content = await auditingFailure(deps, entry, async () => {
    return limitingRefusals(deps, actor, async () => {
      if (!isStaff(actor)) throw new DomainError('forbidden', 'Only staff send templates.')
      return contentOf(deps, post)
    })
  })
  return createMessage(deps, actor, {
    ...input,
    ...content,
    messageId: post.messageId,
    reservationId: post.reservationId,
    sendUntil: post.sendUntil,
    unlessAnsweredSince: post.unlessAnsweredSince,
  })
}

async function contentOf(
  deps: Deps,
  post: TemplatePost,
): Promise<{ body: string; template: MessageTemplate }> {
  const template = templateOf(post.template)
  const open = template.variables.filter(({ name }) => valueFor(post.variables, name) === undefined)
  const known = open.length === 0 ? {} : await knownValues(deps, post, template, open)
  const missing = open.filter(({ name }) => valueFor(known, name) === undefined)
  if (missing.length > 0) throw missingValues(missing)
  const values = { ...known, ...given(post.variables) }
  const body = renderTemplate(template, values)
  if (body.length > deps.rules.chatLimits().outboundBody) throw tooLong(deps.rules.chatLimits().outboundBody)
  const filled = open.map(({ name }) => name)
  const sent = asSent(post.template, template, values, filled)
  return { body, template: { ...sent, ...(post.optIn !== undefined && { optIn: post.optIn }) } }
}

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The values of the first send of the same message; else from the stay. */
async function knownValues(
  { messages, guests }: Deps,
  { threadId, messageId, template: name, reservationId }: TemplatePost,
  template: Template,
  open: readonly TemplateVariable[],
): Promise<Values> {
  const { thread, message } = await messages.postContext({ threadId, messageId })
  if (thread === undefined) throw threadNotFound(threadId)
  const sent = message?.delivery?.template
  const before = sent?.name === name ? filledBefore(template, sent) : {}
  if (open.every(variable => valueFor(before, variable.name) !== undefined)) return before
  const about =
    reservationId === undefined ? addresseeOf(threadId, thread.value) : { threadId, reservationId }
  const stay = await guests.stay(about)
  return Object.fromEntries(open.map(variable => [variable.name, knownValue(variable, stay)]))
}

const missingValues = (missing: readonly TemplateVariable[]): DomainError =>
  new DomainError('validation-failed', 'The template needs values that are not known.', {
    nextAction: 'Give a value for each variable that "errors" names.',
    errors: missing.map(({ name, from }) => ({
      path: `variables.${name}`,
      message: from === 'caller' ? 'must be given' : `is not on record (${from}), so it must be given`,
    })),
  })

const tooLong = (limit: number): DomainError =>
  new DomainError('validation-failed', `The message would have more than ${limit} characters.`, {
    nextAction: 'Shorten the values.',
    errors: [{ path: 'variables', message: `must come to a text of at most ${limit} characters` }],
  })
