import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { host, isPortFree, type PortReservation, reservePorts } from '../stack/ports.ts'

const open: PortReservation[] = []
afterEach(() => {
  for (const reservation of open.splice(0)) reservation.release()
})

async function reserve(preferDefaults = false): Promise<number[]> {
  const reservation = await reservePorts(preferDefaults)
  open.push(reservation)
  return Object.values(reservation.ports)
}

test('stacks that start together never share a port', async () => {
  const all = (await Promise.all([reserve(), reserve(), reserve(true), reserve(true)])).flat()
  expect(new Set(all).size).toBe(all.length)
})

test('every port can be listened on', async () => {
  for (const port of await reserve()) expect(await isPortFree(port)).toBe(true)
})

test('a port that somebody listens on is not free', async () => {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await isPortFree(port)).toBe(false)
  await new Promise(resolve => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
})
