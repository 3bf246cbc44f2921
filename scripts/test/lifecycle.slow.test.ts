import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxCredentials } from '../../sandbox/src/core/context.ts'
import { stacksDir } from '../stack/paths.ts'

const launcher = path.resolve(import.meta.dirname, '../with-stack.ts')
const dir = mkdtempSync(path.join(tmpdir(), 'lifecycle-'))
const limit = 180_000
const leavesNothingWithinMs = 10_000

// A project of its own, so that this file tests the launcher and nothing else.
beforeAll(() => {
  write(
    'functions/package.json',
    '{"name":"functions","type":"module","main":"dist/index.js","engines":{"node":"24"}}',
  )
  write(
    'functions/dist/index.js',
    `import { onRequest } from 'firebase-functions/v2/https'
     import { onSchedule } from 'firebase-functions/v2/scheduler'
     import { defineSecret, defineString } from 'firebase-functions/params'
     const region = 'europe-west1'
     const url = defineString('TWILIO_URL')
     const secret = defineSecret('TWILIO_AUTH_TOKEN')
     export const chat = onRequest({ region, secrets: [secret] }, (request, response) => {
       response.json({ path: request.path, url: url.value(), secret: secret.value() })
     })
     export const sweep = onSchedule({ region, schedule: 'every 5 minutes' }, () => {})`,
  )
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function write(name: string, text: string): void {
  const file = path.join(dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

type Run = { child: ChildProcess; output: () => string; errors: () => string; closed: Promise<unknown> }

function withStack(
  command: string[],
  { functions = 'functions', program = [process.execPath, launcher] } = {},
): Run {
  const [name = '', ...args] = [...program, ...command]
  const env = { ...process.env, BUILT_FUNCTIONS: path.join(dir, functions) }
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (text: Buffer) => {
    output += text
  })
  child.stderr?.on('data', (text: Buffer) => {
    errors += text
  })
  return { child, output: () => output, errors: () => errors, closed: once(child, 'close') }
}

const printEnv = `process.stdout.write(JSON.stringify(process.env) + '\\n')`
const waiting = ['node', '-e', `${printEnv}; setInterval(() => {}, 1000)`]

type Env = Record<string, string | undefined>

async function envOf(run: Run): Promise<Env> {
  const settled = () => run.output().includes('\n') || run.child.exitCode !== null
  await expect.poll(settled, { timeout: limit, interval: 200 }).toBe(true)
  expect(run.child.exitCode, run.errors()).toBeNull()
  return JSON.parse(run.output())
}

function portsIn(env: Env): number[] {
  const names = ['API_URL', 'SANDBOX_URL', 'SWEEP_URL', 'FUNCTIONS_EMULATOR_ORIGIN']
  const hosts = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST']
  return [...names, ...hosts].flatMap(name => /:(\d+)$/.exec(env[name] ?? '')?.[1] ?? []).map(Number)
}

/** Every process that carries the id of the stack, in whatever group or session; Linux alone shows them. */
function membersOf(env: Env): string[] {
  const pids = existsSync('/proc/self') ? readdirSync('/proc').filter(name => /^\d+$/.test(name)) : []
  return pids.filter(pid => environmentOf(pid).includes(`STACK_ID=${env.STACK_ID}`))
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

async function expectNothingLeft(env: Env): Promise<void> {
  const folder = path.join(stacksDir, env.STACK_ID ?? '')
  await expect
    .poll(() => [membersOf(env), existsSync(folder)], { timeout: leavesNothingWithinMs })
    .toEqual([[], false])
  for (const port of portsIn(env))
    expect(await getPort({ port, host: '127.0.0.1' }), `port ${port}`).toBe(port)
}

test('the command gets a working system, its exit code is passed on, and no process, folder or port stays', {
  timeout: limit,
}, async () => {
  const script = `${printEnv}
    const get = async (url, init) => (await fetch(url, init)).json()
    const { API_URL, SWEEP_URL } = process.env
    console.log(JSON.stringify([await get(API_URL + '/chat/x'), await get(SWEEP_URL, { method: 'POST' })]))
    process.exit(7)`
  const run = withStack(['node', '--input-type=module', '-e', script])
  await run.closed
  expect(run.child.exitCode, run.errors()).toBe(7)
  const [env, answers] = run
    .output()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(answers).toEqual([
    { path: '/chat/x', url: `${env.SANDBOX_URL}/twilio`, secret: sandboxCredentials.twilioAuthToken },
    { ran: ['sweep'], failed: [] },
  ])
  expect(env.GCLOUD_PROJECT).toMatch(/^demo-/)
  expect(portsIn(env)).toHaveLength(6)
  for (const port of portsIn(env)) expect(port).toBeGreaterThan(0)
  await expectNothingLeft(env)
})

test('SIGTERM stops the command and the stack', { timeout: limit }, async () => {
  const run = withStack(['--only', 'firestore', ...waiting])
  const env = await envOf(run)
  run.child.kill('SIGTERM')
  await run.closed
  expect(run.child.exitCode).toBe(143)
  await expectNothingLeft(env)
})

/** Most kills meet Firestore alone, which starts faster: a whole system's processes are ended the same way. */
test.each([[], ['--only', 'firestore'], ['--only', 'firestore']])(
  'SIGKILL of the launcher leaves nothing after ten seconds (%j %j)',
  { timeout: limit },
  async (...options) => {
    const run = withStack([...options, ...waiting])
    const env = await envOf(run)
    if (process.platform === 'linux') expect(membersOf(env).length).toBeGreaterThan(2)
    run.child.kill('SIGKILL')
    await expectNothingLeft(env)
  },
)

test('SIGKILL of the npm that runs the launcher leaves nothing after ten seconds', {
  timeout: limit,
}, async () => {
  const program = ['npm', 'run', '--silent', 'with-stack', '--']
  const run = withStack(['--only', 'firestore', ...waiting], { program })
  const env = await envOf(run)
  run.child.kill('SIGKILL')
  await expectNothingLeft(env)
})

test('functions that cannot be loaded are reported, with code 1', { timeout: limit }, async () => {
  write(
    'broken/package.json',
    '{"name":"functions","type":"module","main":"dist/index.js","engines":{"node":"24"}}',
  )
  write('broken/dist/index.js', `throw new Error('cannot be loaded at all')`)
  const run = withStack(['true'], { functions: 'broken' })
  await run.closed
  expect(run.child.exitCode).toBe(1)
  expect(run.errors()).toContain('cannot be loaded at all')
})
