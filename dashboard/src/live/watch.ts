import { proxy, type Remote, wrap } from 'comlink'
import type { LiveThread } from '../inbox/live-threads.ts'
import { readConfig } from '../session/config.ts'
import { onUserChange, whoIsSignedIn } from '../session/session.ts'
import { heardList } from './heard.ts'
import type { Reader, Watches } from './worker/worker.ts'

let worker: Worker | undefined
let reader: Promise<Remote<Reader>> | undefined

function end(): void {
  worker?.terminate()
  worker = undefined
  reader = undefined
}

onUserChange(end)

/**
 * What listens in Firestore for who is signed in. Its SDK, and the parsing of what comes, take longer than a key may
 * wait: they have a thread of their own.
 */
function theReader(): Promise<Remote<Reader>> {
  if (reader) return reader
  const begun = begin()
  begun.catch(() => reader === begun && end())
  reader = begun
  return begun
}

async function begin(): Promise<Remote<Reader>> {
  const begun = new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' })
  worker = begun
  const failed = new Promise<never>((_, reject) => {
    begun.addEventListener('error', () => reject(new Error('What listens could not be loaded.')))
  })
  const remote = wrap<Reader>(begun)
  const uid = whoIsSignedIn()
  if (uid === undefined) throw new Error('Nobody is signed in.')
  await Promise.race([failed, readConfig().then(config => remote.connect(config, uid))])
  return remote
}

type What<Name extends keyof Watches> = Parameters<Watches[Name]>[0]
type Told<Name extends keyof Watches> = Parameters<Watches[Name]>[1]

/** Watches something in Firestore. Answers how to stop; nothing is told after that. */
export async function watch<Name extends keyof Watches>(
  name: Name,
  what: What<Name>,
  told: Told<Name>,
): Promise<() => void> {
  let isOver = false
  const listeners = Object.entries(told).map(
    ([event, listener]) => [event, (...said: unknown[]) => void (isOver || listener(...said))] as const,
  )
  const stop = await (await theReader()).watch(name, what, proxy(Object.fromEntries(listeners)))
  return () => {
    isOver = true
    void stop()
  }
}

/** The same of a list of threads, passed on to whoever is to know beside the page that shows it. */
export async function watchList<Name extends 'list' | 'threads'>(
  name: Name,
  what: What<Name>,
  told: Told<Name>,
): Promise<() => void> {
  const list = heardList()
  const onThreads = (threads: LiveThread[], isWhole: boolean) => {
    list.tell(threads)
    told.onThreads(threads, isWhole)
  }
  const stop = await watch(name, what, { ...told, onThreads })
  return () => {
    stop()
    list.end()
  }
}

export const readThreads = async (threadIds: readonly string[]): Promise<LiveThread[]> =>
  (await theReader()).readThreads(threadIds)
