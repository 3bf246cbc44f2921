import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts, host } from '../stack/ports.ts'

test('stacks that start together never share a port, and each of them can be listened on', async () => {
  const starting = [freePorts(), freePorts(), freePorts(true), freePorts(true)]
  const all = (await Promise.all(starting)).flatMap(ports => Object.values(ports))
  expect(new Set(all).size).toBe(all.length)
  for (const port of all) await expect(isFree(port), String(port)).resolves.toBe(true)
})

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false))
    server.listen({ host, port }, () => server.close(() => resolve(true)))
  })
