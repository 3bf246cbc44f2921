import path from 'node:path'
import { execa } from 'execa'
import { type Served, serveNode } from '../../functions/test/deployed/serve.ts'
import type { Call } from '../post.ts'
import type { Yard } from '../yard.ts'
import type { Postgres } from './postgres.ts'
import { listenerOn } from './process-stat.ts'

export const names = ['project', 'bare', 'usual', 'sample', 'parse', 'fastify'] as const
export type Name = (typeof names)[number]

/** Who does the job of a post. */
export interface Contestant {
  name: Name
  serve(more?: Record<string, string>): Promise<Served>
  /** The request that posts this to a thread, by that user. */
  call(threadId: string, uid: string, post: object): Call
  /** How a stored post is answered. */
  stored: number
  /** Makes threads; answers their ids. */
  threads(count: number): Promise<string[]>
  /** The process that stores, with all below it. */
  storage: number
}

export async function contestantsOf(yard: Yard, postgres: Postgres): Promise<Contestant[]> {
  const headersOf = tokens(yard)
  const emulator = listenerOn(Number(new URL(`http://${yard.firestoreHost}`).port)) ?? 0
  const firebase = (['project', 'bare', 'usual', 'sample'] as const).map(name => ({
    ...{ name, stored: 201, storage: emulator, threads: yard.threads },
    serve: (more?: Record<string, string>) => yard.serve(name, more),
    call: (threadId: string, uid: string, post: object) => callOf(threadId, headersOf(uid), post),
  }))
  const fastify = await peer('fastify', yard, postgres)
  const parse = await peer('parse', yard, postgres)
  return [
    ...firebase,
    {
      ...parse,
      stored: 200,
      call: (threadId, uid, post) => ({
        path: '/parse/functions/postMessage',
        headers: { ...headersOf(uid), 'x-parse-application-id': 'bench' },
        body: JSON.stringify({ threadId, ...post }),
      }),
    },
    {
      ...fastify,
      stored: 201,
      call: (threadId, uid, post) => callOf(threadId, headersOf(uid), post),
    },
  ]
}

const callOf = (threadId: string, headers: Record<string, string>, post: object): Call => ({
  path: `/chat/threads/${threadId}/messages`,
  headers,
  body: JSON.stringify(post),
})

/** Each user has one token; the user without a name has none. */
function tokens(yard: Yard) {
  const known = new Map<string, Record<string, string>>([['', { 'content-type': 'application/json' }]])
  return (uid: string) => {
    const headers = known.get(uid) ?? yard.headersOf({ sub: uid, user_id: uid })
    known.set(uid, headers)
    return headers
  }
}

const threadRows = {
  fastify: (first: number, last: number) => `
    INSERT INTO threads
    SELECT 'thread-' || n, 'guest', '{maria,sam,lars}', '{}', NULL, NULL, now() - interval '1 minute', 0
    FROM generate_series(${first}, ${last}) n`,
  parse: (first: number, last: number) => `
    INSERT INTO "Thread" ("objectId", "createdAt", "updatedAt", source, "participantIds", "needsAttention",
      "lastPostAt", version)
    SELECT 'thread-' || n, now(), now(), 'guest', '["maria","sam","lars"]', '[]', now() - interval '1 minute', 0
    FROM generate_series(${first}, ${last}) n`,
}

/** A service on a database of its own, made ready as a deployment makes it. */
async function peer(name: 'fastify' | 'parse', yard: Yard, postgres: Postgres) {
  const dir = path.join(import.meta.dirname, name)
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: await postgres.database(name),
    PROJECT_ID: yard.projectId,
    KEYS_URL: yard.keysUrl,
    // Parse Server makes one where it stands, whatever its options say.
    PARSE_SERVER_LOGS_FOLDER: 'null',
    // The users of the bench post more than a person may.
    USER_POSTS_PER_MINUTE: '1000000',
    THREAD_POSTS_PER_MINUTE: '1000000',
  }
  await execa('node', [path.join(dir, 'setup.mjs')], { env: { PORT: '1', ...env } })
  let made = 0
  return {
    name,
    storage: postgres.pid,
    serve: (more?: Record<string, string>) =>
      serveNode(name, [path.join(dir, 'server.mjs')], { cwd: dir, env: { ...env, ...more } }),
    async threads(count: number) {
      const first = made
      made += count
      await postgres.sql(name, threadRows[name](first, made - 1))
      return Array.from({ length: count }, (_, index) => `thread-${first + index}`)
    },
  }
}
