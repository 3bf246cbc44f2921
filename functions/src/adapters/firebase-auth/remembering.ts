import type { Clock } from '../../lib/ports.ts'

/** An ended sign-in or role may count this long. */
const freshMs = 30_000
const most = 1000

/** Reads a key twice a minute at most, for the last thousand keys; a failed read is repeated. */
export function remembering<Value>(
  { now }: Pick<Clock, 'now'>,
  read: (key: string, at: Date) => Promise<Value>,
): (key: string) => Promise<Value> {
  const answers = new Map<string, { at: number; value: Promise<Value> }>()
  return key => {
    const at = now().getTime()
    const last = answers.get(key)
    if (last && at - last.at < freshMs) return last.value
    const value = read(key, new Date(at))
    answers.delete(key)
    answers.set(key, { at, value })
    const [oldest] = answers.keys()
    if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    value.catch(() => answers.get(key)?.value === value && answers.delete(key))
    return value
  }
}
