import { afterEach } from 'vitest'
import { faultsSoFar } from './sandbox.ts'
import { db } from './stack.ts'

let opened = faultsSoFar()

/** Opens all lanes after a test with a fault, so that none is closed for the next test. */
afterEach(async () => {
  if (faultsSoFar() === opened) return
  opened = faultsSoFar()
  const { docs: lanes } = await db().collection('lanes').get()
  await Promise.all(lanes.map(({ ref }) => ref.delete()))
})
