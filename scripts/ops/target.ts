import { StackError } from '../stack/errors.ts'
import { defaultPorts, host } from '../stack/ports.ts'
import { deployProject, localProject } from '../stack/project.ts'

/** Fails, and says what to do, where nothing answers at that origin of the local system. */
export async function mustAnswer(origin: string): Promise<void> {
  await fetch(origin, { signal: AbortSignal.timeout(5_000) }).catch(() => {
    throw new StackError(
      `Nothing answers at ${origin}.`,
      'npm start (where it names other ports, set the variables that it prints), or name a deployment with --project ID.',
    )
  })
}

/**
 * The project that is named, else the local system: that of `npm run with-stack` around us, or of `npm start`. Sets
 * what the Admin SDK takes the emulator's address from.
 */
export function opsProject(env: Record<string, string | undefined>, project: string | undefined): string {
  if (project !== undefined) {
    if (env.FIRESTORE_EMULATOR_HOST)
      throw new StackError(
        'FIRESTORE_EMULATOR_HOST is set, so --project would name the emulator.',
        'Unset it.',
      )
    return deployProject(['--project', project]) ?? project
  }
  process.env.METADATA_SERVER_DETECTION = 'none' // nobody needs to sign in here
  process.env.FIRESTORE_EMULATOR_HOST = env.FIRESTORE_EMULATOR_HOST ?? `${host}:${defaultPorts.firestore}`
  return env.GCLOUD_PROJECT ?? localProject
}
