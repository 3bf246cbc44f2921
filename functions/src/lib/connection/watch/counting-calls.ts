/** The same ports, whose calls are counted. */
export function countingCalls<Ports extends Readonly<Record<string, object>>>(
  ports: Ports,
): { ports: Ports; made(): number } {
  let made = 0
  const counting = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          made += 1
          return Reflect.apply(value, target, given)
        }
      },
    })
  const counted = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, counting(port)]))
  return { ports: { ...ports, ...counted }, made: () => made }
}
