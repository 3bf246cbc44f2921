import { useSyncExternalStore } from 'react'

type Writing = ReadonlyMap<string, readonly string[]>

/** By thread, the other users who write in it. */
let writing: Writing = new Map()
const listeners = new Set<() => void>()
const nobody: readonly string[] = []

export function tellWriting(next: Writing): void {
  const before = writing
  // A writer who goes on is no news for a row.
  writing = new Map([...next].map(([threadId, ids]) => [threadId, same(before.get(threadId), ids)]))
  for (const listener of listeners) listener()
}

const same = (before: readonly string[] | undefined, now: readonly string[]) =>
  before?.length === now.length && before.every((id, place) => id === now[place]) ? before : now

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWritingIn = (threadId: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => writing.get(threadId) ?? nobody)
