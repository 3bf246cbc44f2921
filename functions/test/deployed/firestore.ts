import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { startEmulators } from '../../../scripts/stack/emulators.ts'
import { findFirestoreJar, firestoreJarEnv } from '../../../scripts/stack/firestore-jar.ts'
import { findJava } from '../../../scripts/stack/java.ts'
import { freePorts, host } from '../../../scripts/stack/ports.ts'
import { stageConfig } from '../../../scripts/stack/staging.ts'
import type { Site } from './site.ts'

/**
 * Starts the Firestore emulator, and only it: no function is triggered by what is written, which would be measured
 * too. Answers its address; it ends with the site.
 */
export async function startFirestore({ dir: siteDir, processes }: Site): Promise<string> {
  const ports = await freePorts()
  const dir = path.join(siteDir, 'firestore')
  mkdirSync(dir)
  stageConfig(dir, ports, true)
  const env = { ...cleanEnv(), ...firestoreJarEnv(findFirestoreJar(), path.join(dir, 'jar')) }
  const logFile = path.join(dir, 'firestore.log')
  const javaBinary = findJava().binary
  await startEmulators(processes, {
    ...{ dir, temporaryDir: dir, onlyFirestore: true },
    logFile,
    javaBinary,
    env,
  })
  return `${host}:${ports.firestore}`
}
