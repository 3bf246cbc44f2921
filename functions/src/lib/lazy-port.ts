import { lazily } from './lazily.ts'

/** A port whose every method is asynchronous; `within` alone answers the same port with less time. */
type AsyncPort<Port> = {
  [Name in keyof Port]: Port[Name] extends (...given: never[]) => Promise<unknown> | Port ? Port[Name] : never
}
type AsyncPorts<Ports> = { [Name in keyof Ports]: AsyncPort<Ports[Name]> }

const adapters = new WeakMap<object, () => Promise<object>>()

/** A port whose adapter is built at the first call of one of its methods. A build that failed is tried again. */
export function lazyPort<Port extends object>(build: () => Promise<Port>): Port {
  const adapter = lazily(build)
  const call = async (name: string, given: unknown[]) => {
    const it: object = await adapter()
    const method: (...given: unknown[]) => object = Reflect.get(it, name)
    return method.apply(it, given)
  }
  const nothing: Port = Object.create(null)
  const port = new Proxy(nothing, {
    get(_, name) {
      // A port is no promise, whatever awaits it.
      if (typeof name === 'symbol' || name === 'then') return undefined
      if (name === 'within') return (...given: unknown[]) => lazyPort(() => call(name, given))
      return (...given: unknown[]) => call(name, given)
    },
  })
  adapters.set(port, adapter)
  return port
}

/** A lazy port for each builder. `seen` sees every adapter once, when it is built, and answers the one that is used. */
export function lazyPorts<Ports extends AsyncPorts<Ports>>(
  builders: { [Name in keyof Ports]: () => Promise<Ports[Name]> },
  seen: <Name extends keyof Ports & string>(name: Name, adapter: Ports[Name]) => Ports[Name],
): Ports {
  const ports: Ports = Object.create(null)
  for (const name in builders) ports[name] = lazyPort(async () => seen(name, await builders[name]()))
  return ports
}

/**
 * Builds the adapters of these ports now, side by side, and answers them. Throws where one cannot be built, as when its
 * vendor is not configured: a verb finds that out before it claims anything.
 */
export const ready = (...ports: readonly object[]): Promise<object[]> =>
  Promise.all(ports.map(async port => adapters.get(port)?.() ?? port))
