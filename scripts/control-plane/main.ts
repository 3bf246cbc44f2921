import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { cleanEnv } from '../stack/clean-env.ts'
import { freshProjectApis } from './cloud.ts'
import { environmentFor } from './environment.ts'
import { startControlPlane } from './server.ts'

// `node scripts/control-plane/main.ts [PROJECT] -- command …`: runs the command against the stand-in, then says what
// arrived there.
const words = process.argv.slice(2)
const cut = words.indexOf('--')
const [file = 'env', ...args] = words.slice(cut + 1)
const [projectId = 'rehearsal'] = cut > 0 ? words : []

const home = mkdtempSync(path.join(tmpdir(), 'control-plane-'))
const { cloud, url, close } = await startControlPlane(projectId, freshProjectApis)
const env = { ...cleanEnv(), ...environmentFor(url, home) }
const { exitCode } = await execa(file, args, {
  env,
  extendEnv: false,
  stdio: 'inherit',
  preferLocal: true,
  reject: false,
})
await close()
rmSync(home, { recursive: true, force: true })
for (const { status, method, host, path: asked } of cloud.arrivals)
  console.log(`${status} ${method} ${host}${asked}`)
if (cloud.strangers.size > 0) console.log(`refused: ${[...cloud.strangers].join(', ')}`)
process.exitCode = exitCode ?? 1
