import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Surroundings, startSurroundings } from '../support/world.ts'
import { installTime } from './time.ts'

/** Surroundings for the tests of a file, cleared after each. */
export function useSurroundings(): () => Surroundings {
  let started: Surroundings
  beforeAll(async () => {
    installTime()
    started = await startSurroundings()
  })
  afterEach(async () => {
    await started.sandbox.clearFaults()
    await started.sandbox.reset()
    started.firestore.reset()
  })
  afterAll(() => started.stop())
  return () => started
}
