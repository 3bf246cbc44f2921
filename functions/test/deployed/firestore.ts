import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { startEmulators } from '../../../scripts/stack/emulators.ts'
import { freePorts, host } from '../../../scripts/stack/ports.ts'
import type { Site } from './site.ts'

/**
 * Starts the Firestore emulator alone, since triggered functions would be measured, too. Returns its address; the
 * emulator ends with the site.
 */
export async function startFirestore({ dir: siteDir, processes }: Site): Promise<string> {
  const ports = await freePorts()
  const dir = path.join(siteDir, 'firestore')
  mkdirSync(dir)
  const logFile = path.join(dir, 'firestore.log')
  await startEmulators(processes, { dir, temporaryDir: dir, logFile, ports, onlyFirestore: true })
  return `${host}:${ports.firestore}`
}
