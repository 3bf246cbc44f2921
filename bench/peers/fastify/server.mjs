// A message post the way a service on Fastify and PostgreSQL has it. Workers of the queue are processes of their own.
import Fastify from 'fastify'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { callerOf } from '../job/id-token.mjs'
import { authorize, parsePost } from '../job/post.mjs'
import { Refused } from '../job/refused.mjs'
import { storePost } from './store-post.mjs'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const boss = new PgBoss({
  db: { executeSql: (text, values) => pool.query(text, values) },
  ...{ migrate: false, supervise: false, schedule: false },
})
boss.on('error', error => console.error(error))

const app = Fastify({ bodyLimit: 64 * 1024, logger: true, disableRequestLogging: true })

app.post('/chat/threads/:id/messages', async (request, reply) => {
  const { id: threadId } = request.params
  const caller = await callerOf(request.headers.authorization)
  const post = parsePost(threadId, request.body)
  authorize(caller, post)
  const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  const { message, isReplay } = await storePost({ pool, boss }, caller, { threadId, post, origin })
  reply.log.info({ threadId, messageId: message.messageId, isReplay }, 'posted')
  return reply.code(isReplay ? 200 : 201).send(message)
})

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof Refused) return reply.code(error.status).send({ code: error.code })
  if (error.statusCode < 500) return reply.code(error.statusCode).send({ code: 'validation-failed' })
  console.error(error)
  return reply.code(500).send({ code: 'internal' })
})

await boss.start()
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
