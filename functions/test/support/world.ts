import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, afterEach } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { closeFirestore, firestoreOf } from './firestore.ts'
import { type FirestoreCalls, firestoreCalls } from './firestore-calls.ts'
import { forEachTest } from './for-each-test.ts'
import { type SandboxAt, sandboxAt } from './sandbox.ts'
import { uniqueId } from './stack.ts'

export interface Project {
  projectId: string
  db: Firestore
  close(): Promise<void>
}

/** A Firestore that nobody else writes to. */
export function ownProject(projectId = uniqueId('demo')): Project {
  return { projectId, db: firestoreOf(projectId), close: () => closeFirestore(projectId) }
}

/** Opens projects of their own, and closes them after the tests of a file. */
export function ownProjects(): () => Project {
  const opened: Project[] = []
  afterAll(() => Promise.all(opened.map(project => project.close())))
  return () => {
    const project = ownProject()
    opened.push(project)
    return project
  }
}

export interface Surroundings {
  sandbox: SandboxAt
  firestore: FirestoreCalls
  stop(): Promise<void>
}

/** A sandbox and a way to Firestore of this process's own: its faults disturb nobody else. */
export async function startSurroundings(): Promise<Surroundings> {
  const sandbox = await startSandbox({ credentials: sandboxCredentials })
  return { firestore: firestoreCalls, sandbox: sandboxAt(sandbox.url), stop: () => sandbox.close() }
}

/** For each test of a file a world anew, in surroundings of the file's own. */
export async function worldsOf<World extends { stop(): Promise<void> }>(
  make: (surroundings: Surroundings) => Promise<World>,
) {
  const surroundings = await startSurroundings()
  const { firestore, sandbox, stop } = surroundings
  const world = forEachTest(async () => {
    await sandbox.reset()
    return make(surroundings)
  })
  afterEach(async () => {
    firestore.reset()
    await sandbox.clearFaults()
    await world.stop()
  })
  afterAll(stop)
  return { firestore, sandbox, world }
}
