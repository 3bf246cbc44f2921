import { copyFileSync, existsSync, globSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { StackError } from './errors.ts'
import { newestFirst } from './java.ts'

/** A jar of the Cloud SDK names no main class, so firebase-tools can only start it by a wrapper. */
export type FirestoreJar = { file: string; needsWrapper: boolean }

const nameInSdk = 'cloud-firestore-emulator.jar'

export const firestoreRemedy = `firebase-tools downloads the Firestore emulator at the first start. Without access to the internet:
  Google Cloud SDK: gcloud components install cloud-firestore-emulator
  Debian, Ubuntu:   sudo apt-get install google-cloud-cli-firestore-emulator
  or set FIRESTORE_EMULATOR_BINARY_PATH to the jar`

/** The emulator on this machine, in the documented order; undefined where firebase-tools has to download it. */
export function findFirestoreJar(env: NodeJS.ProcessEnv = process.env): FirestoreJar | undefined {
  const { FIRESTORE_EMULATOR_BINARY_PATH: own, HOME = homedir(), PATH = '' } = env
  if (own && !existsSync(own))
    throw new StackError(
      `FIRESTORE_EMULATOR_BINARY_PATH names ${own}, which does not exist.`,
      'Correct it or unset it.',
    )
  const cache = env.FIREBASE_EMULATORS_PATH ?? path.join(HOME, '.cache/firebase/emulators')
  const [downloaded] = newestFirst(path.join(cache, 'cloud-firestore-emulator-v*.jar'))
  const file = own || downloaded
  if (file) return { file, needsWrapper: false }
  // gcloud on the path is usually a link into <root>/bin.
  const onPath = PATH.split(path.delimiter)
    .map(dir => path.join(dir, 'gcloud'))
    .filter(existsSync)
  const roots = [
    env.CLOUDSDK_ROOT_DIR ?? '/nowhere',
    ...onPath.map(link => path.resolve(realpathSync(link), '../..')),
    '{/usr/{lib,share,local,local/share},/opt,/opt/homebrew/share}/google-cloud-sdk',
    path.join(HOME, 'google-cloud-sdk'),
    '/snap/google-cloud-{sdk,cli}/current',
  ]
  const [inSdk] = roots.flatMap(root =>
    globSync(path.join(root, 'platform/cloud-firestore-emulator', nameInSdk)),
  )
  return inSdk === undefined ? undefined : { file: inSdk, needsWrapper: true }
}

/**
 * The environment by which firebase-tools starts that jar, by `java -jar`. The SDK's jar names no main class, so a
 * wrapper in `dir` names it and loads the jar from the same folder. The wrapper holds only a manifest, with
 * `Main-Class: com.google.cloud.datastore.emulator.firestore.CloudFirestore` and `Class-Path:
 * cloud-firestore-emulator.jar`, and was made by JDK 17: `jar --create --file firestore-wrapper.jar --manifest
 * MANIFEST.MF --date=2026-01-01T00:00:00Z`.
 */
export function firestoreJarEnv(jar: FirestoreJar | undefined, dir: string): Record<string, string> {
  if (!jar) return {}
  if (!jar.needsWrapper) return { FIRESTORE_EMULATOR_BINARY_PATH: jar.file }
  const wrapper = path.join(dir, 'firestore-wrapper.jar')
  mkdirSync(dir, { recursive: true })
  copyFileSync(path.join(import.meta.dirname, 'firestore-wrapper.jar'), wrapper)
  symlinkSync(jar.file, path.join(dir, nameInSdk))
  return { FIRESTORE_EMULATOR_BINARY_PATH: wrapper }
}
