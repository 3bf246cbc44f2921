import type { Store, Write } from '../../src/lib/store.ts'

type Method = (...args: unknown[]) => Promise<unknown>
type Replace = (original: Method, call: number) => Method

/** One method of one of the ports. */
export type EffectOf<Deps> = {
  [Port in keyof Deps & string]: `${Port}.${keyof Deps[Port] & string}`
}[keyof Deps & string]

/** Whether a call is meant, by its first argument. */
type Meant = (given: unknown) => boolean

/** The same ports with one method replaced, where it is meant; it gets the original and the number of its call, from 1. */
export function intercepted<Deps extends object>(
  deps: Deps,
  effect: EffectOf<Deps>,
  replace: Replace,
  isMeant: Meant = () => true,
): Deps {
  const [port = '', name = ''] = effect.split('.')
  let calls = 0
  const wrap = (target: object): object => {
    const methodOf = (key: string) => Reflect.get(target, key).bind(target)
    const original: Method = methodOf(name)
    const replaced = (...args: unknown[]) => {
      if (!isMeant(args[0])) return original(...args)
      calls += 1
      return replace(original, calls)(...args)
    }
    // A channel manager with less time is still the intercepted one.
    const within = 'within' in target && { within: (left: () => number) => wrap(methodOf('within')(left)) }
    return { ...target, [name]: replaced, ...within }
  }
  const ports: object = deps
  return { ...deps, [port]: wrap(Reflect.get(ports, port)) }
}

/** Whether a commit stores the stays of a booking. */
export const isBooking: Meant = writes =>
  Array.isArray(writes) && writes.some(({ path }) => path.startsWith('reservations/'))

/** Whether a commit stores a message that was posted. */
export const isPost = (writes: unknown): writes is readonly Write[] =>
  Array.isArray(writes) &&
  writes.some(({ kind, path }) => kind === 'create' && /^threads\/[^/]+\/messages\//.test(path))

/** The same ports, with `run` before each commit of a post; it gets the commit's number, from 1. */
export function beforePosts<Deps extends { store: Pick<Store, 'commit'> }>(
  deps: Deps,
  run: (call: number) => Promise<unknown> | undefined,
): Deps {
  let call = 0
  const commit: Store['commit'] = async writes => {
    if (isPost(writes)) {
      call += 1
      await run(call)
    }
    return deps.store.commit(writes)
  }
  return { ...deps, store: { ...deps.store, commit } }
}

const never = () => new Promise<never>(() => undefined)

interface Death<Deps> {
  effect: EffectOf<Deps>
  isMeant?: Meant
  call?: number
  when?: 'before' | 'after'
  /** Effects that may be under way when the process dies, and then do nothing. */
  stopping?: readonly EffectOf<Deps>[]
}

/**
 * Runs and dies at the given call of an effect, before it or after it went through. Resolves once dead and once what was
 * on its way has arrived.
 */
export async function dieAt<Deps extends object>(
  deps: Deps,
  { effect, isMeant = () => true, call = 1, when = 'after', stopping = [] }: Death<Deps>,
  run: (dying: Deps) => Promise<unknown>,
): Promise<void> {
  const died = Promise.withResolvers<string>()
  const onTheirWay: Promise<unknown>[] = []
  let isDead = false
  let calls = 0
  let dying = deps
  for (const one of new Set([effect, ...stopping]))
    dying = intercepted(dying, one, original => async (...args) => {
      if (isDead) return never()
      const isOne = one === effect && isMeant(args[0])
      if (isOne) calls += 1
      const isLast = isOne && calls === call
      if (!isLast) {
        const answer = original(...args)
        onTheirWay.push(answer)
        return answer
      }
      if (when === 'after') await original(...args)
      isDead = true
      died.resolve('died')
      return never()
    })
  const ended = run(dying).then(() => 'completed', String)
  const end = await Promise.race([died.promise, ended])
  if (end !== 'died') throw new Error(`it never came to call ${call} of ${effect}: ${end}`)
  await Promise.allSettled(onTheirWay)
}
