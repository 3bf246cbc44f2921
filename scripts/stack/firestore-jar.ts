import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { cloudSdkEmulatorJar } from './cloud-sdk.ts'
import { StackError } from './errors.ts'
import { cacheDir } from './paths.ts'
import { writeWrapperJar } from './wrapper-jar.ts'

/**
 * Where the Firestore emulator comes from:
 * `override` FIRESTORE_EMULATOR_BINARY_PATH, `cache` firebase-tools' own download,
 * `cloud-sdk` a jar without a main class that needs the wrapper, `download` nothing here, firebase-tools fetches it.
 */
export type FirestoreJar = { kind: 'override' | 'cache' | 'cloud-sdk'; path: string } | { kind: 'download' }

/** Finds the emulator in the documented order. */
export function findFirestoreJar(env: NodeJS.ProcessEnv = process.env): FirestoreJar {
  const override = env.FIRESTORE_EMULATOR_BINARY_PATH
  if (override) {
    if (existsSync(override)) return { kind: 'override', path: override }
    throw new StackError(
      `FIRESTORE_EMULATOR_BINARY_PATH names ${override}, which does not exist.`,
      'Correct it or unset it.',
    )
  }
  const cached = cachedJar(env)
  if (cached) return { kind: 'cache', path: cached }
  const sdk = cloudSdkEmulatorJar(env)
  return sdk ? { kind: 'cloud-sdk', path: sdk } : { kind: 'download' }
}

/** The environment that makes firebase-tools start that jar. */
export function firestoreJarEnv(jar: FirestoreJar): Record<string, string> {
  switch (jar.kind) {
    case 'override':
      return { FIRESTORE_EMULATOR_BINARY_PATH: jar.path }
    case 'cloud-sdk':
      return { FIRESTORE_EMULATOR_BINARY_PATH: writeWrapperJar(jar.path, cacheDir) }
    case 'cache':
      // Named explicitly: firebase-tools would download again where its own version differs.
      return { FIRESTORE_EMULATOR_BINARY_PATH: jar.path }
    case 'download':
      return {}
  }
}

function cachedJar(env: NodeJS.ProcessEnv): string | undefined {
  const dir = env.FIREBASE_EMULATORS_PATH ?? path.join(env.HOME ?? homedir(), '.cache/firebase/emulators')
  if (!existsSync(dir)) return undefined
  const byVersion = new Intl.Collator('en', { numeric: true })
  const newest = readdirSync(dir)
    .filter(name => /^cloud-firestore-emulator-v.*\.jar$/.test(name))
    .sort(byVersion.compare)
    .at(-1)
  return newest === undefined ? undefined : path.join(dir, newest)
}
