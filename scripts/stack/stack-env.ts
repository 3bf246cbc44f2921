import path from 'node:path'
import { localUrl } from './parameters.ts'
import { host, type Ports } from './ports.ts'

/** The environment of a command that runs against the stack: the documented variables, then some for convenience. */
export function stackEnv(project: string, ports: Ports, logFile: string): Record<string, string> {
  return {
    ...firestoreEnv(project, ports),
    API_URL: localUrl(ports.hosting),
    SANDBOX_URL: localUrl(ports.sandbox),
    SWEEP_URL: localUrl(ports.sweep),
    FIREBASE_AUTH_EMULATOR_HOST: `${host}:${ports.auth}`,
    FUNCTIONS_EMULATOR_ORIGIN: localUrl(ports.functions),
    FIREBASE_EMULATOR_HUB: `${host}:${ports.hub}`,
    // The combined output of the emulators and the functions, and the folder that it and the sandbox's log are in.
    STACK_LOG_FILE: logFile,
    STACK_LOG_DIR: path.dirname(logFile),
  }
}

/** What there is of it where the Firestore emulator runs alone. */
export const firestoreEnv = (project: string, ports: Ports): Record<string, string> => ({
  GCLOUD_PROJECT: project,
  FIRESTORE_EMULATOR_HOST: `${host}:${ports.firestore}`,
  // Google's client libraries look for a metadata server otherwise.
  METADATA_SERVER_DETECTION: 'none',
})
