import { afterAll, afterEach, beforeAll } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { startRpcCounter } from '../support/rpc-counter.ts'
import { sandboxAt } from '../support/sandbox.ts'
import { fromStack } from '../support/stack.ts'
import type { Surroundings } from './run-case.ts'
import { installTime } from './time.ts'

/** A sandbox and a way to Firestore of this process's own: faults and time concern nobody else. */
export async function startSurroundings(): Promise<Surroundings & { stop(): Promise<void> }> {
  installTime()
  const emulator = fromStack('FIRESTORE_EMULATOR_HOST')
  const firestore = await startRpcCounter(emulator)
  const sandbox = await startSandbox({ credentials: sandboxCredentials })
  // The SDK takes its address from here, whatever its settings say.
  process.env.FIRESTORE_EMULATOR_HOST = firestore.host
  return {
    firestore,
    sandbox: sandboxAt(sandbox.url),
    stop: async () => {
      process.env.FIRESTORE_EMULATOR_HOST = emulator
      await firestore.close()
      await sandbox.close()
    },
  }
}

/** Surroundings for the tests of a file, cleared after each. */
export function useSurroundings(): () => Surroundings {
  let started: Awaited<ReturnType<typeof startSurroundings>>
  beforeAll(async () => {
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
