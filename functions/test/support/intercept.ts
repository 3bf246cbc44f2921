type Method = (...args: unknown[]) => Promise<unknown>
type Replace = (original: Method, call: number) => Method

/** One method of one of the ports. */
export type EffectOf<Deps> = {
  [Port in keyof Deps & string]: `${Port}.${keyof Deps[Port] & string}`
}[keyof Deps & string]

/** The same ports with one method replaced; it gets the original and the number of its call, from 1. */
export function intercepted<Deps extends object>(deps: Deps, effect: EffectOf<Deps>, replace: Replace): Deps {
  const [port = '', name = ''] = effect.split('.')
  let calls = 0
  const wrap = (target: object): object => {
    const methodOf = (key: string) => Reflect.get(target, key).bind(target)
    const original: Method = methodOf(name)
    const replaced = (...args: unknown[]) => {
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

const never = () => new Promise<never>(() => undefined)

interface Death<Deps> {
  effect: EffectOf<Deps>
  call?: number
  when?: 'before' | 'after'
  /** What may be under way at the same time, and comes to nothing then. */
  stopping?: readonly EffectOf<Deps>[]
}

/**
 * Runs and dies at the given call of an effect, before it or after it went through. Resolves once dead and once what was
 * on its way has arrived.
 */
export async function dieAt<Deps extends object>(
  deps: Deps,
  { effect, call = 1, when = 'after', stopping = [] }: Death<Deps>,
  run: (dying: Deps) => Promise<unknown>,
): Promise<void> {
  const died = Promise.withResolvers<string>()
  const onTheirWay: Promise<unknown>[] = []
  let isDead = false
  let dying = deps
  for (const one of new Set([effect, ...stopping]))
    dying = intercepted(dying, one, (original, number) => async (...args) => {
      if (isDead) return never()
      const isLast = one === effect && number === call
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
