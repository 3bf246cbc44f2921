import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stacksDir } from '../stack/paths.ts'
import { isPortFree } from '../stack/ports.ts'
import { processTable } from '../stack/process-table.ts'

const launcher = path.resolve(import.meta.dirname, '../with-stack.ts')
const dir = mkdtempSync(path.join(tmpdir(), 'lifecycle-'))
const limit = 180_000

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
  write(
    'sandbox/main.ts',
    `import { createServer } from 'node:http'
     const port = Number(process.argv[process.argv.indexOf('--port') + 1])
     createServer((_, response) => response.end('{}')).listen(port, '127.0.0.1', () => {
       console.log('sandbox listening on http://127.0.0.1:' + port)
     })`,
  )
  write(
    'sandbox/src/index.ts',
    `const names = ['channelManagerApiKey', 'channelManagerWebhookSecret', 'billingWebhookSecret', 'sendgridWebhookPublicKey', 'twilioAccountSid', 'twilioAuthToken',
       'chatappSender', 'smsSender', 'sendgridApiKey', 'algoliaAppId', 'algoliaApiKey', 'algoliaSearchKey', 'guestPlatformApiKey']
     export const sandboxCredentials = Object.fromEntries(names.map(name => [name, 'local-' + name]))`,
  )
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function write(name: string, text: string): void {
  const file = path.join(dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

type Run = { child: ChildProcess; output: () => string; errors: () => string; closed: Promise<unknown> }

/** Starts with-stack; `around` runs it below a parent of that command line instead of below this process. */
function withStack(command: string[], around?: (line: string) => [string, string[]]): Run {
  const options = ['--functions', path.join(dir, 'functions'), '--sandbox', path.join(dir, 'sandbox')]
  const words = [process.execPath, launcher, ...options, ...command]
  const line = words.map(shellQuoted).join(' ')
  const [program, args] = around ? around(line) : [process.execPath, words.slice(1)]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
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

const shellQuoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

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
  const hosts = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_EMULATOR_HUB']
  return [...names, ...hosts].flatMap(name => /:(\d+)$/.exec(env[name] ?? '')?.[1] ?? []).map(Number)
}

function membersOf(env: Env): number[] {
  return processTable(`STACK_ID=${env.STACK_ID}`)
    .filter(({ marked }) => marked)
    .map(({ pid }) => pid)
}

async function expectNothingLeft(env: Env): Promise<void> {
  await expect.poll(() => membersOf(env), { timeout: 20_000 }).toEqual([])
  await expect
    .poll(() => existsSync(path.join(stacksDir, env.STACK_ID ?? '')), { timeout: 5_000 })
    .toBe(false)
  for (const port of portsIn(env)) expect(await isPortFree(port), `port ${port}`).toBe(true)
}

test('the command gets a system that works, its code is passed on, and nothing stays', {
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
    { path: '/chat/x', url: `${env.SANDBOX_URL}/twilio`, secret: 'local-twilioAuthToken' },
    { ran: ['sweep'] },
  ])
  expect(env.GCLOUD_PROJECT).toMatch(/^demo-/)
  expect(portsIn(env)).toHaveLength(7)
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

/** What is killed need not be the whole system: its processes are found alike. `npm run test:all` kills the whole one. */
const little = process.env.FAULTS === 'all' ? [] : ['--only', 'firestore']

test('SIGKILL of the launcher leaves no process', { timeout: limit }, async () => {
  const run = withStack([...little, ...waiting])
  const env = await envOf(run)
  if (process.platform === 'linux') expect(membersOf(env).length).toBeGreaterThan(little.length === 0 ? 3 : 2)
  run.child.kill('SIGKILL')
  await expectNothingLeft(env)
})

test('SIGKILL of the parent of the launcher leaves no process', { timeout: limit }, async () => {
  // The trailing command keeps the shell from replacing itself with the launcher.
  const run = withStack(['--only', 'firestore', ...waiting], line => ['sh', ['-c', `${line}; true`]])
  const env = await envOf(run)
  run.child.kill('SIGKILL')
  await expectNothingLeft(env)
})

test('functions that cannot be loaded are reported, with code 1', { timeout: limit }, async () => {
  const broken = path.join(dir, 'broken')
  write(
    'broken/package.json',
    '{"name":"functions","type":"module","main":"dist/index.js","engines":{"node":"24"}}',
  )
  write('broken/dist/index.js', `throw new Error('cannot be loaded at all')`)
  const run = withStack(['--functions', broken, 'true'])
  await run.closed
  expect(run.child.exitCode).toBe(1)
  expect(run.errors()).toContain('cannot be loaded at all')
})
