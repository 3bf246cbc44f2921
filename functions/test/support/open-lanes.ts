import { afterEach } from 'vitest'
import { faultsSoFar } from './sandbox.ts'
import { db } from './stack.ts'

let opened = faultsSoFar()

/** A vendor that fails in one test closes no lane for the next one. */
afterEach(async () => {
  if (faultsSoFar() === opened) return
  opened = faultsSoFar()
  const { docs: lanes } = await db().collection('lanes').get()
  await Promise.all(lanes.map(({ ref }) => ref.delete()))
})
