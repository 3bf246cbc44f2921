import { describe, expect, it } from 'vitest'
import { lazyPort, lazyPorts, ready } from './lazy-port.ts'

interface Greeter {
  greet(name: string): Promise<string>
  within(millisecondsLeft: () => number): Greeter
}

const methods = { greet: true, within: true } as const

const greeter = (greeting: string): Greeter => ({
  greet: async name => `${greeting}, ${name}`,
  within: left => greeter(`${greeting} in ${left()} ms`),
})

function built(...failures: Error[]) {
  const builds: string[] = []
  const port = lazyPort<Greeter>(methods, async () => {
    builds.push('built')
    const failure = failures.shift()
    if (failure) throw failure
    return greeter('Hello')
  })
  return { port, builds }
}

describe('a lazy port', () => {
  it('is built at its first call, once, however many come at the same time', async () => {
    const { port, builds } = built()
    await Promise.resolve(port)
    expect(builds).toEqual([])
    expect(await Promise.all([port.greet('Ann'), port.greet('Ben')])).toEqual(['Hello, Ann', 'Hello, Ben'])
    expect(builds).toEqual(['built'])
  })

  it('is built again after a build that failed', async () => {
    const { port } = built(new Error('not configured'))
    await expect(port.greet('Ann')).rejects.toThrow('not configured')
    expect(await port.greet('Ann')).toBe('Hello, Ann')
  })

  it('stays lazy with less time, too', async () => {
    const { port, builds } = built()
    const hurried = port.within(() => 5)
    expect(builds).toEqual([])
    expect(await hurried.greet('Ann')).toBe('Hello in 5 ms, Ann')
  })

  it('can be built before it is called', async () => {
    const [failing, working] = [built(new Error('not configured')), built()]
    await expect(ready(failing.port, working.port)).rejects.toThrow('not configured')
    expect(working.builds).toEqual(['built'])
    const fake = greeter('Hi')
    expect(await ready(fake)).toEqual([fake])
  })

  it('passes its name and adapter to the callback once, and uses the returned adapter', async () => {
    const names: string[] = []
    const { english } = lazyPorts<{ english: Greeter }>(
      { english: methods },
      { english: async () => greeter('Hello') },
      (name, adapter) => {
        names.push(name)
        return { ...adapter, greet: async () => 'nothing' }
      },
    )
    expect([await english.greet('Ann'), await english.greet('Ben')]).toEqual(['nothing', 'nothing'])
    expect(names).toEqual(['english'])
  })
})
