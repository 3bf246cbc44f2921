import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { firestoreJarEnv } from '../../../scripts/stack/firestore-jar.ts'
import { lastLines, readLog } from '../../../scripts/stack/log-file.ts'
import { host, type Ports, reservePorts } from '../../../scripts/stack/ports.ts'
import { requirements } from '../../../scripts/stack/requirements.ts'
import { isRunning } from '../../../scripts/stack/supervisor.ts'
import type { Site } from './site.ts'

const startsWithinMs = 120_000

/**
 * Starts the Firestore emulator, and only it: no function is triggered by what is written, which would be measured
 * too. Answers its address; it ends with the site.
 */
export async function startFirestore(site: Site, projectId: string): Promise<string> {
  const { java, jar } = requirements()
  const { ports, release } = await reservePorts(false)
  writeFileSync(path.join(site.dir, 'firebase.json'), JSON.stringify(configOf(ports)))
  const logFile = path.join(site.dir, 'firestore.log')
  const cli = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  const child = site.supervisor.service(
    [cli, 'emulators:start', '--only', 'firestore', '--project', projectId, '--non-interactive'],
    logFile,
    {
      cwd: site.dir,
      env: {
        ...cleanEnv(),
        ...firestoreJarEnv(jar),
        PATH: [path.dirname(java.binary), process.env.PATH ?? ''].join(path.delimiter),
        TMPDIR: site.dir,
        XDG_CONFIG_HOME: site.dir,
        NO_UPDATE_NOTIFIER: '1',
        METADATA_SERVER_DETECTION: 'none',
        CI: '1',
      },
    },
  )
  for (const until = Date.now() + startsWithinMs; Date.now() < until && isRunning(child); await sleep(100)) {
    if (!/All emulators ready/.test(readLog(logFile))) continue
    release()
    return `${host}:${ports.firestore}`
  }
  release()
  throw new Error(`The Firestore emulator did not start:\n${lastLines(readLog(logFile))}`)
}

const configOf = (ports: Ports) => ({
  firestore: {},
  emulators: {
    singleProjectMode: false,
    ui: { enabled: false },
    hub: { host, port: ports.hub },
    logging: { host, port: ports.logging },
    firestore: { host, port: ports.firestore, websocketPort: ports.websocket },
  },
})
