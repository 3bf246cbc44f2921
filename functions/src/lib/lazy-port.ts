/** Every method but `within` is asynchronous. */
type MethodsOf<Port> = Readonly<Record<keyof Port, true>>
export type MethodsOfEach<Ports> = { readonly [Name in keyof Ports]: MethodsOf<Ports[Name]> }

const adapters = new WeakMap<object, () => Promise<object>>()

export function lazyPort<Port extends object>(methods: MethodsOf<Port>, build: () => Promise<Port>): Port {
  let built: object | undefined
  const adapter = lazily(async () => {
    const it = await build()
    built = it
    return it
  })
  const on = (it: object, name: string, given: unknown[]): object => {
    const method: (...given: unknown[]) => object = Reflect.get(it, name)
    return method.apply(it, given)
  }
  // Each await costs a post, so that a built adapter is called at once.
  const call = (name: string, given: unknown[]) =>
    built ? on(built, name, given) : adapter().then(it => on(it, name, given))
  const port: Port = Object.create(null)
  for (const name in methods) {
    const lazy = (...given: unknown[]) => call(name, given)
    const hurried = (...given: unknown[]) => lazyPort<object>(methods, async () => call(name, given))
    Reflect.set(port, name, name === 'within' ? hurried : lazy)
  }
  adapters.set(port, adapter)
  return port
}

/** `see` gets each adapter once. */
export function lazyPorts<Ports extends { [Name in keyof Ports]: object }>(
  methods: MethodsOfEach<Ports>,
  builders: { [Name in keyof Ports]: () => Promise<Ports[Name]> },
  see: <Name extends keyof Ports & string>(name: Name, adapter: Ports[Name]) => Ports[Name],
): Ports {
  const ports: Ports = Object.create(null)
  for (const name in builders)
    ports[name] = lazyPort(methods[name], async () => see(name, await builders[name]()))
  return ports
}

/** Throws without configuration, so that a verb fails before its claim. */
export const ready = (...ports: readonly object[]): Promise<object[]> =>
  Promise.all(ports.map(async port => adapters.get(port)?.() ?? port))

export function lazily<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  return () => {
    built ??= build().catch((error: unknown) => {
      built = undefined
      throw error
    })
    return built
  }
}
