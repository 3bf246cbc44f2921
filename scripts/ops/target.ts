import { type App, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { StackError } from '../stack/errors.ts'
import { defaultPorts, host } from '../stack/ports.ts'
import { localProject } from '../stack/project.ts'

/** Opens Firestore of the project `named`, or of the local system. */
export type OpenFirestore = (named: string | undefined) => Promise<{ sdk: Firestore }>

interface Project {
  id: string
  app: App
  sdk: Firestore
}

/**
 * The project `named`, or the local system: of the `npm run with-stack` that runs this command, or of `npm start`. Sets
 * where the Admin SDK finds the emulators.
 */
export async function openProject(named: string | undefined): Promise<Project> {
  const id = await (named === undefined ? localSystem() : deployment(named))
  // Each app has a name, since one process of tests opens several.
  const app = initializeApp({ projectId: id }, id)
  return { id, app, sdk: getFirestore(app) }
}

function deployment(named: string): string {
  if (process.env.FIRESTORE_EMULATOR_HOST)
    throw new StackError('FIRESTORE_EMULATOR_HOST is set, so --project would name the emulator.', 'Unset it.')
  return named
}

async function localSystem(): Promise<string> {
  const { env } = process
  env.METADATA_SERVER_DETECTION = 'none' // the emulators need no credentials
  env.FIRESTORE_EMULATOR_HOST ??= `${host}:${defaultPorts.firestore}`
  env.FIREBASE_AUTH_EMULATOR_HOST ??= `${host}:${defaultPorts.auth}`
  const origin = `http://${env.FIRESTORE_EMULATOR_HOST}`
  await fetch(origin, { signal: AbortSignal.timeout(5_000) }).catch(() => {
    throw new StackError(
      `Nothing answers at ${origin}.`,
      'npm start (where it names other ports, set the variables that it prints), or name a deployment with --project ID.',
    )
  })
  return env.GCLOUD_PROJECT ?? localProject
}
