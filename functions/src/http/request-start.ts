import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'

interface Started {
  request: IncomingMessage
  server: Server
}
const isStarted = (message: unknown): message is Started =>
  typeof message === 'object' && message !== null && 'request' in message && 'server' in message

const channel = 'http.server.request.start'

/** Precedes every handler, of platform and emulator too. The result ends it. */
export function atRequestStart(act: (started: Started) => void): () => void {
  const onStart = (message: unknown): void => {
    if (isStarted(message)) act(message)
  }
  subscribe(channel, onStart)
  return () => void unsubscribe(channel, onStart)
}
