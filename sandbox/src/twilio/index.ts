import type { SandboxContext, SandboxCredentials } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import { asObject } from '../core/values.ts'
import { json, type Reply, type Vendor, type VendorRequest } from '../core/vendor.ts'
import { errorBody, refuse } from './errors.ts'
import { listMessages } from './list-messages.ts'
import { leadToFile, listMedia, readFile, removeMedia } from './media.ts'
import { sendMessage } from './send-message.ts'
import { describeMessage, MessageStore, type StoredMessage, showMessage } from './store.ts'

function authenticate(request: VendorRequest, credentials: SandboxCredentials): void {
  const pair = `${credentials.twilioAccountSid}:${credentials.twilioAuthToken}`
  const expected = `Basic ${Buffer.from(pair).toString('base64')}`
  if (request.headers.authorization !== expected) throw refuse(20003)
}

/** Anything but a form reads as an empty one, so `To` is missing. */
const formOf = (request: VendorRequest) =>
  request.contentType.includes('x-www-form-urlencoded') ? asObject(request.body) : {}

function readMessage(store: MessageStore, accountSid: string, file: string): Reply {
  return json(200, showMessage(messageIn(store, file), accountSid))
}

const messageIn = (store: MessageStore, file: string): StoredMessage => {
  const message = store.messages.get(file.replace(/\.json$/, ''))
  if (!message) throw refuse(20404)
  return message
}

/** An empty `Body` removes the message's text; nothing else of a message can change. */
function redactMessage(store: MessageStore, accountSid: string, file: string, body: unknown): Reply {
  const message = messageIn(store, file)
  if (body !== '') throw refuse(20001)
  Object.assign(message, { body: '', contentVariables: null, updatedAt: new Date() })
  return json(200, showMessage(message, accountSid))
}

function removeMessage(store: MessageStore, file: string): Reply {
  store.messages.delete(messageIn(store, file).sid)
  return { status: 204 }
}

function routesOf(store: MessageStore, credentials: SandboxCredentials) {
  const sid = credentials.twilioAccountSid
  const base = `/2010-04-01/Accounts/${sid}`
  return createRouter({
    [`POST ${base}/Messages.json`]: request => sendMessage(store, credentials, formOf(request)),
    [`GET ${base}/Messages.json`]: ({ query }) => listMessages(store, sid, query),
    [`GET ${base}/Messages/:file`]: ({ param }) => readMessage(store, sid, param('file')),
    [`POST ${base}/Messages/:file`]: request =>
      redactMessage(store, sid, request.param('file'), formOf(request).Body),
    [`DELETE ${base}/Messages/:file`]: ({ param }) => removeMessage(store, param('file')),
    [`DELETE ${base}/Messages/:message/Media/:file`]: ({ param }) =>
      removeMedia(store, param('message'), param('file')),
    [`GET ${base}/Messages/:message/Media.json`]: ({ param }) => listMedia(store, sid, param('message')),
    [`GET ${base}/Messages/:message/Media/:file`]: request => leadToFile(store, request),
  })
}

export interface Twilio extends Vendor {
  readonly store: MessageStore
}

export function createTwilio(context: SandboxContext): Twilio {
  const { credentials } = context
  const store = new MessageStore()
  const route = routesOf(store, credentials)
  return {
    store,
    errorBody,
    reset: () => store.reset(),
    state: () => ({
      messages: [...store.messages.values()].map(message =>
        describeMessage(message, credentials.twilioAccountSid),
      ),
    }),
    handle(request) {
      const file = readFile(store, request)
      if (file) return file
      authenticate(request, credentials)
      const reply = route(request)
      if (!reply) throw refuse(20404)
      return reply
    },
  }
}
