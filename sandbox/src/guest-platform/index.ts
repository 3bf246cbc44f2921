import type { SandboxContext } from '../core/context.ts'
import { createRouter } from '../core/router.ts'
import { isObject, type JsonObject } from '../core/values.ts'
import { json, Refusal, type Reply, type Vendor } from '../core/vendor.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

const errorBody = (status: number): unknown => ({
  error: { status, message: titles[status] ?? 'Internal Server Error' },
})

const refuse = (status: number): Refusal => new Refusal(json(status, errorBody(status)))

/** The guest platform: PUT stores a message under its ids, and may be repeated. */
export function createGuestPlatform(context: SandboxContext): Vendor {
  const messages = new Map<string, JsonObject>()

  function put(threadId: string, messageId: string, body: unknown): Reply {
    if (!isObject(body)) throw refuse(400)
    const key = JSON.stringify([threadId, messageId])
    const isNew = !messages.has(key)
    messages.set(key, { ...body, threadId, messageId })
    return json(isNew ? 201 : 200, { threadId, messageId, created: isNew })
  }

  const route = createRouter({
    'PUT /threads/:threadId/messages/:messageId': ({ param, body }) =>
      put(param('threadId'), param('messageId'), body),
  })

  return {
    errorBody,
    reset: () => messages.clear(),
    state: () => ({ messages: [...messages.values()] }),
    handle(request) {
      const expected = `Bearer ${context.credentials.guestPlatformApiKey}`
      if (request.headers.authorization !== expected) throw refuse(401)
      const reply = route(request)
      if (!reply) throw refuse(404)
      return reply
    },
  }
}
