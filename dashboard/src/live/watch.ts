import { proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { readConfig } from '../session/config.ts'
import { onUserChange, session, whoIsSignedIn } from '../session/session.ts'
import { listFeed } from './list-feed.ts'
import type { LiveThread } from './thread.ts'
import type { Reader, Watches } from './worker/worker.ts'

interface Running {
  reader: Promise<Remote<Reader>>
  /** Questions on their way: a worker that has ended answers none. */
  questions: Set<(reason: Error) => void>
  end: (reason: Error) => void
}

let running: Running | undefined

onUserChange(() => running?.end(new Error('Somebody else is signed in.')))

// In some browsers a worker gets no such event.
if (typeof window !== 'undefined')
  for (const name of ['online', 'offline'])
    window.addEventListener(
      name,
      () => void running?.reader.then(reader => reader.connectAnew()).catch(() => {}),
    )

/**
 * Calls the reader of Firestore, for the user who is signed in. Its SDK, and the parsing of documents, take longer than
 * a key may wait: the reader runs in a worker.
 */
async function ask<Answer>(question: (reader: Remote<Reader>) => Promise<Answer>): Promise<Answer> {
  running ??= start()
  const { reader, questions } = running
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  questions.add(reject)
  reader
    .then(question)
    .then(resolve, reject)
    .finally(() => questions.delete(reject))
  return promise
}

function start(): Running {
  const worker = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' })
  const questions: Running['questions'] = new Set()
  const end = (reason: Error) => {
    worker.terminate()
    if (running?.end === end) running = undefined
    for (const reject of questions) reject(reason)
  }
  const failed = () => end(new Error('The reader of Firestore could not be loaded.'))
  worker.addEventListener('error', failed)
  const reader = connected(wrap<Reader>(worker))
  // From then on an error is that of one answer, and the others go on.
  reader.then(() => worker.removeEventListener('error', failed), end)
  return { reader, questions, end }
}

/** Loads the reader before its first call. */
export function prepareToListen(): void {
  running ??= start()
}

async function connected(reader: Remote<Reader>): Promise<Remote<Reader>> {
  const uid = whoIsSignedIn()
  if (uid === undefined) throw new Error('Nobody is signed in.')
  const token = (refresh: boolean) => session.token(refresh, uid)
  await reader.connect(await readConfig(), uid, proxy(token))
  return reader
}

type What<Name extends keyof Watches> = Parameters<Watches[Name]>[0]
type Callbacks<Name extends keyof Watches> = Parameters<Watches[Name]>[1]

/** Watches something in Firestore. Returns a function that stops it; no update comes after that. */
export async function watch<Name extends keyof Watches>(
  name: Name,
  what: What<Name>,
  callbacks: Callbacks<Name>,
): Promise<() => void> {
  let isOver = false
  const listeners = Object.entries(callbacks).map(
    ([event, listener]) => [event, (...args: unknown[]) => void (isOver || listener(...args))] as const,
  )
  const stop = await ask(reader => reader.watch(name, what, proxy(Object.fromEntries(listeners))))
  return () => {
    isOver = true
    void stop().finally(() => stop[releaseProxy]())
  }
}

/** The same for a list of threads, whose updates also go to the parts beside the page, such as the title. */
export async function watchList<Name extends 'list' | 'threads'>(
  name: Name,
  what: What<Name>,
  callbacks: Callbacks<Name>,
): Promise<() => void> {
  const list = listFeed()
  const onThreads = (threads: LiveThread[], isWhole: boolean) => {
    list.tell(threads)
    callbacks.onThreads(threads, isWhole)
  }
  const stop = await watch(name, what, { ...callbacks, onThreads })
  return () => {
    stop()
    list.end()
  }
}

export const readThreads = (threadIds: readonly string[]): Promise<LiveThread[]> =>
  ask(reader => reader.readThreads(threadIds))

export const readStays = (day: string) => ask(reader => reader.readStays(day))
