import { z } from 'zod'
import type { SandboxContext } from '../core/context.ts'
import { json, type Reply, type VendorRequest } from '../core/vendor.ts'
import {
  callProject,
  type Form,
  formOf,
  inboundForm,
  recordInbound,
  statusForm,
  updateStatus,
} from '../twilio/callbacks.ts'
import type { MessageStore } from '../twilio/store.ts'
import { parseControl, projectUrl, unreachable } from './parse-control.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])

const inboundInput = z
  .object({
    from: z.string().min(1),
    body: z.string().default(''),
    to: z.string().optional(),
    messageSid: z.string().optional(),
    /** Replaces the right signature; empty sends none. */
    signature: z.string().optional(),
    /** False only records it: an inbound message whose webhook call was lost. */
    deliver: z.boolean().default(true),
    /** The time of the guest's message; now by default. */
    sentAt: z.coerce.date().optional(),
  })
  .catchall(scalar)

async function call(context: SandboxContext, url: string, form: Form, signature?: string): Promise<Reply> {
  try {
    const result = await callProject(context.credentials.twilioAuthToken, url, form, signature)
    return json(200, { ...result, messageSid: form.MessageSid })
  } catch (error) {
    throw unreachable(error)
  }
}

/**
 * A guest's message: added to the account's list, then sent to the project. A call with another signature is a forgery,
 * so its message is in no list.
 */
export async function receiveInbound(
  context: SandboxContext,
  store: MessageStore,
  { body, headers }: Pick<VendorRequest, 'body' | 'headers'>,
): Promise<Reply> {
  const {
    from,
    body: text,
    to,
    messageSid,
    signature,
    deliver,
    sentAt,
    ...extras
  } = parseControl(inboundInput, body)
  const origin = `http://${headers.host}`
  const form = inboundForm(context, { origin, from, body: text, to, messageSid, extras })
  if (!deliver) {
    recordInbound(store, form, sentAt)
    return json(200, { status: null, body: null, messageSid: form.MessageSid })
  }
  const url = projectUrl(context, '/webhooks/twilio/inbound#rc=3&rp=all')
  if (signature === undefined) recordInbound(store, form, sentAt)
  return call(context, url, form, signature)
}

const statusInput = z
  .object({
    sid: z.string().min(1),
    status: z.string().min(1),
    errorCode: z.coerce.number().int().nullish(),
    from: z.string().optional(),
    to: z.string().optional(),
    signature: z.string().optional(),
  })
  .catchall(scalar)

/**
 * Changes a message's status and calls back, also for a message that the sandbox never sent: a callback may name any
 * id.
 */
export async function sendStatus(
  context: SandboxContext,
  store: MessageStore,
  body: unknown,
): Promise<Reply> {
  const { sid, status, errorCode, from, to, signature, ...extras } = parseControl(statusInput, body)
  const message = store.messages.get(sid)
  const url = message?.statusCallback ?? projectUrl(context, '/webhooks/twilio/status')
  const code = errorCode ?? null
  if (message) updateStatus(message, status, code)
  const subject = message ?? {
    sid,
    from: from ?? context.credentials.chatappSender,
    to: to ?? 'whatsapp:+15005550100',
  }
  return call(context, url, { ...statusForm(context, subject, status, code), ...formOf(extras) }, signature)
}
