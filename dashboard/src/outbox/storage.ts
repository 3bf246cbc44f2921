/** What is kept on this device, per user. Where the browser keeps nothing, it lasts as long as the page. */
const memory = new Map<string, string>()

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Full or forbidden: it is in memory.
  }
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // It was not there.
  }
}

export function kept<T>(key: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key) ?? 'null'
    const value: unknown = JSON.parse(text)
    return isRight(value) ? value : undefined
  } catch {
    return undefined
  }
}
