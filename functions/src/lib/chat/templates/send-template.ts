import { type Actor, isStaff } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import { DomainError } from '../../errors.ts'
import { typeOf } from '../channel-types.ts'
import { addresseeOf } from '../merging/merge-rules.ts'
import type { MessageTemplate } from '../message.ts'
import {
  type CreateMessageDeps,
  type CreateMessageResult,
  createMessage,
  postEntry,
} from '../posting/create-message.ts'
import { limitingRefusals } from '../posting/rate-limit.ts'
import { stayOfThread } from '../stays.ts'
import { messageAt } from '../stored-messages.ts'
import { threadNotFound, threads } from '../thread-writes.ts'
import { asSent, filledBefore, renderTemplate, stayValue, type Values, valueFor } from './fill-template.ts'
import {
  type Template,
  type TemplateName,
  type TemplateVariable,
  templateChannel,
  templateOf,
} from './templates.ts'

export interface TemplatePost {
  threadId: string
  template: TemplateName
  /** By name; the stay supplies the others. */
  variables: Values
  messageId?: string | undefined
  /** Default: the thread's stay. */
  reservationId?: string | undefined
  sendUntil?: Date | undefined
  optIn?: string | undefined
  unlessAnsweredSince?: Date | undefined
}

const message = { source: 'platform', type: typeOf(templateChannel), contentType: 'text' } as const

/**
 * Throws `forbidden`, `thread-not-found`, `validation-failed` for each variable without a value, and like
 * `createMessage`.
 */
export async function sendTemplate(
  deps: CreateMessageDeps,
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
  deps: CreateMessageDeps,
  post: TemplatePost,
): Promise<{ body: string; template: MessageTemplate }> {
  const template = templateOf(post.template)
  const open = template.variables.filter(({ name }) => valueFor(post.variables, name) === undefined)
  const fromStay = open.length === 0 ? {} : await valuesOfStay(deps, post, template, open)
  const missing = open.filter(({ name }) => valueFor(fromStay, name) === undefined)
  if (missing.length > 0) throw missingValues(missing)
  const values = { ...fromStay, ...withoutUndefined(post.variables) }
  const body = renderTemplate(template, values)
  if (body.length > deps.rules.chatLimits().outboundBody) throw tooLong(deps.rules.chatLimits().outboundBody)
  const filled = open.map(({ name }) => name)
  const sent = asSent(post.template, template, values, filled)
  return { body, template: { ...sent, ...(post.optIn !== undefined && { optIn: post.optIn }) } }
}

const withoutUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** A repeat uses the first send's values. */
async function valuesOfStay(
  { store }: CreateMessageDeps,
  { threadId, messageId, template: name, reservationId }: TemplatePost,
  template: Template,
  open: readonly TemplateVariable[],
): Promise<Values> {
  const { thread, message } = await store.get({
    thread: threads.at(threadId),
    message: messageId === undefined ? undefined : messageAt({ threadId, messageId }),
  })
  if (thread === undefined) throw threadNotFound(threadId)
  const sent = message?.value.delivery?.template
  const before = sent?.name === name ? filledBefore(template, sent) : {}
  if (open.every(variable => valueFor(before, variable.name) !== undefined)) return before
  const about =
    reservationId === undefined ? addresseeOf(threadId, thread.value) : { threadId, reservationId }
  const stay = await stayOfThread(store, about)
  return Object.fromEntries(open.map(variable => [variable.name, stayValue(variable, stay)]))
}

const missingValues = (missing: readonly TemplateVariable[]): DomainError =>
  new DomainError('validation-failed', 'The template needs values that are not known.', {
    nextAction:
      'Give a value for each variable that "errors" names. For a guest with a booking, those of `property.facts` may be written into the facts of the house instead.',
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
