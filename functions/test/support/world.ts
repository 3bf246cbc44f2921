import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { afterAll } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { type RpcCounter, startRpcCounter } from './rpc-counter.ts'
import { type SandboxAt, sandboxAt } from './sandbox.ts'
import { fromStack, uniqueId } from './stack.ts'

export interface Project {
  projectId: string
  db: Firestore
  close(): Promise<void>
}

/** A Firestore that nobody else writes to. */
export function ownProject(projectId = uniqueId('demo')): Project {
  const app = initializeApp({ projectId }, uniqueId('app'))
  return { projectId, db: getFirestore(app), close: () => deleteApp(app) }
}

/** Opens such projects, and closes them after the tests of a file. */
export function ownProjects(): () => Project {
  const opened: Project[] = []
  afterAll(() => Promise.all(opened.map(project => project.close())))
  return () => {
    const project = ownProject()
    opened.push(project)
    return project
  }
}

/** Leads this process to Firestore through a counter, until that is closed. */
export async function countedFirestore(): Promise<RpcCounter> {
  const emulator = fromStack('FIRESTORE_EMULATOR_HOST')
  const counter = await startRpcCounter(emulator)
  // The SDK takes its address from here, whatever its settings say.
  process.env.FIRESTORE_EMULATOR_HOST = counter.host
  return {
    ...counter,
    close() {
      process.env.FIRESTORE_EMULATOR_HOST = emulator
      return counter.close()
    },
  }
}

export interface Surroundings {
  sandbox: SandboxAt
  firestore: RpcCounter
  stop(): Promise<void>
}

/** A sandbox and a way to Firestore of this process's own: faults concern nobody else. */
export async function startSurroundings(): Promise<Surroundings> {
  const firestore = await countedFirestore()
  const sandbox = await startSandbox({ credentials: sandboxCredentials })
  const stop = async () => {
    await firestore.close()
    await sandbox.close()
  }
  return { firestore, sandbox: sandboxAt(sandbox.url), stop }
}
