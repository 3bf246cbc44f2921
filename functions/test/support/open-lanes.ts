import { afterEach } from 'vitest'
import { db } from './stack.ts'

/** A vendor that fails in one test closes no lane for the next one. */
afterEach(async () => {
  const lanes = await db().collection('lanes').listDocuments()
  await Promise.all(lanes.map(lane => lane.delete()))
})
