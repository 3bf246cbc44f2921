import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { apiDocument } from '../../../scripts/api/document.ts'
import { localParameters, openLanes } from '../../../scripts/stack/parameters.ts'
import { serveSweeps } from '../../../scripts/stack/sweeps.ts'
import { settings } from '../../src/config.ts'
import { scheduleNames } from '../../src/lib/schedules.ts'
import { runSchedule } from '../../src/triggers/by-the-clock.ts'
import { startAuth } from './auth-server.ts'
import { firestoreOf } from './firestore.ts'
import { memoryLog } from './memory-log.ts'
import { startPlatform } from './platform.ts'
import { sandboxAt } from './sandbox.ts'
import { uniqueId } from './stack.ts'

// The functions in this process, over documents in memory and vendors of its own, as long as it lives. No schedule runs by
// itself, and no lane is closed by the faults of one test for the next.

const parameters = { VENDOR_TIMEOUT_MS: '6000', OTA_TIMEOUT_MS: '6000', ...openLanes }

// The API document, which the build puts in.
Object.assign(globalThis, { builtOpenApi: JSON.stringify(apiDocument()) })
const sandbox = await startSandbox({ credentials: sandboxCredentials })
const project = uniqueId('demo-http')
const logs = mkdtempSync(path.join(tmpdir(), 'functions-'))
const logFile = path.join(logs, 'functions.log')
process.once('exit', () => rmSync(logs, { recursive: true, force: true }))
const auth = await startAuth(project)
Object.assign(process.env, {
  SANDBOX_URL: sandbox.url,
  GCLOUD_PROJECT: project,
  FIREBASE_AUTH_EMULATOR_HOST: auth.host,
  FUNCTIONS_EMULATOR_ORIGIN: 'http://functions.example',
  STACK_LOG_FILE: logFile,
})

/** Logs also to the file, as the emulator does for functions. */
const log = memoryLog()
const noted =
  (level: 'info' | 'warn' | 'error') =>
  (event: string, fields?: Record<string, unknown>): void => {
    log[level](event, fields)
    appendFileSync(logFile, `>  ${event} ${JSON.stringify(fields)}\n`)
  }

const platform = await startPlatform({
  db: firestoreOf(project),
  sandbox: sandboxAt(sandbox.url),
  settings(publicUrl) {
    const { plain, secret } = localParameters(sandbox.url, publicUrl, parameters)
    Object.assign(process.env, plain, secret)
    return settings
  },
  log: { info: noted('info'), warn: noted('warn'), error: noted('error') },
  isSignedIn: true,
})
await sandboxAt(sandbox.url).control('POST', 'config', { publicUrl: platform.url })
process.env.API_URL = platform.url
process.env.SWEEP_URL = await serveSweeps(async which => {
  const names = scheduleNames.filter(name => !Array.isArray(which) || which.includes(name))
  for (const name of names) await runSchedule(platform.context, name)
  await platform.settled()
  return { ran: names, failed: [] }
}, 0)
