type Listener = (key: string | null) => void

/** Texts that the device would not keep: newer than its own under that key, and gone with the page. */
const memory = new Map<string, string>()
const listeners = new Set<Listener>()

function tell(key: string | null): void {
  for (const listener of listeners) listener(key)
}

const otherWindow = ({ key }: StorageEvent): void => tell(key)

/** Runs whenever something is kept or forgotten, in this window or another; the key is null when all of it may have changed. */
export function onKept(listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', otherWindow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', otherWindow)
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    // Full or forbidden.
    memory.set(key, text)
  }
  tell(key)
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // It was not there.
  }
  tell(key)
}

/** The text under that key, the same as long as nobody changed it. */
export function textAt(key: string): string | null {
  const inMemory = memory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keysOf(prefix: string): string[] {
  const keys = new Set(memory.keys())
  try {
    for (let index = 0; index < localStorage.length; index += 1) keys.add(localStorage.key(index) ?? '')
  } catch {
    // Memory holds all keys.
  }
  return [...keys].filter(key => key.startsWith(prefix))
}

/** Something that was written lies in this page alone, and is gone with it. */
export const isKeeping = (): boolean => memory.size === 0

/** A text of another shape gives undefined. */
export function parsed<T>(text: string | null, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isRight(value) ? value : undefined
  } catch {
    return undefined
  }
}
