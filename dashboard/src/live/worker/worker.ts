import '../../globals.ts'
import { expose, proxy } from 'comlink'
import type { Config } from '../../session/config.ts'
import { connect, connectAnew, type Listener } from './firestore.ts'
import { watchMessages } from './watch-messages.ts'
import { watchPresence } from './watch-presence.ts'
import { readStays, readThreads, watchList, watchThreads } from './watch-threads.ts'
import { watchWriting } from './watch-writing.ts'

const watches = {
  list: watchList,
  messages: watchMessages,
  presence: watchPresence,
  threads: watchThreads,
  writing: watchWriting,
}
export type Watches = typeof watches

type Watch = (what: unknown, callbacks: unknown) => () => void

const reader = {
  connect: (config: Config, uid: string, token: Listener['token']) => connect(config, { uid, token }),
  connectAnew,
  readStays,
  readThreads,
  /** Answers how to stop. */
  watch: (name: keyof Watches, what: unknown, callbacks: unknown) =>
    proxy((watches[name] as Watch)(what, callbacks)),
}
export type Reader = typeof reader

expose(reader)
