import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const emulatorJar = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'

/** Folders in which a Google Cloud SDK may be installed, the most explicit first. */
export function cloudSdkRoots(env: NodeJS.ProcessEnv = process.env): string[] {
  const home = env.HOME ?? homedir()
  const onPath = (env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map(dir => path.join(dir, 'gcloud'))
    .filter(existsSync)
    // gcloud on the path is usually a link into <root>/bin.
    .map(link => path.dirname(path.dirname(realpathSync(link))))
  const usual = [
    '/usr/lib/google-cloud-sdk',
    '/usr/share/google-cloud-sdk',
    '/usr/local/google-cloud-sdk',
    '/usr/local/share/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/opt/homebrew/share/google-cloud-sdk',
    '/snap/google-cloud-sdk/current',
    '/snap/google-cloud-cli/current',
    path.join(home, 'google-cloud-sdk'),
  ]
  return [...new Set([env.CLOUDSDK_ROOT_DIR ?? '', ...onPath, ...usual])].filter(
    dir => dir && existsSync(dir),
  )
}

/** The Firestore emulator's jar of an installed Cloud SDK, or undefined. */
export function cloudSdkEmulatorJar(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return cloudSdkRoots(env)
    .map(root => path.join(root, emulatorJar))
    .find(existsSync)
}
