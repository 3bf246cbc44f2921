// What a deployment of that server does once: the classes.
import { ParseServer } from 'parse-server'
import { options } from './options.mjs'

const classes = {
  Thread: {
    ...{ source: 'String', participantIds: 'Array', needsAttention: 'Array', lastMessage: 'Object' },
    ...{ lastPublicMessage: 'Object', lastPostAt: 'Date', version: 'Number' },
  },
  Message: { threadId: 'String', postedAt: 'Date', content: 'Object' },
  AuditEntry: { at: 'Date', entry: 'Object' },
  RateLimit: { count: 'Number', expiresAt: 'Date' },
  Outbox: { threadId: 'String', messageId: 'String' },
}

const definitions = Object.entries(classes).map(([className, fields]) => ({
  className,
  fields: Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }])),
}))

await new ParseServer({ ...options(() => {}), schema: { definitions } }).start()
process.exit(0)
