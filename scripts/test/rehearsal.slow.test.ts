import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../control-plane/service.ts'
import { type Manifest, manifestOf, secretNames } from '../deploy/manifest.ts'
import { vendors } from '../stack/vendors.ts'
import { openRehearsal, type Rehearsal } from './rehearsal.ts'

const project = 'my-chat'
const functionsName = `//cloudfunctions.googleapis.com/projects/${project}/locations/europe-west1/functions/`
const secretManager = '//secretmanager.googleapis.com'
const userName = '//identitytoolkit.googleapis.com/users/ada'

const document = readFileSync(path.join(import.meta.dirname, '../../docs/deploy.md'), 'utf8')
/** What the document says to type, in order. */
const commands = [...document.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)
const elsewhere = [
  'npm ci',
  'npm test',
  'npx firebase login',
  'gcloud auth',
  'gcloud storage',
  'ALGOLIA_API_KEY=… npm run reindex',
  'npm run verify',
]

let rehearsal: Rehearsal
let manifest: Manifest
let firstDeployment: string

const function_ = (name: string) => rehearsal.cloud.get(functionsName + name)
const arrived = (since: number, method: string, host: string) =>
  rehearsal.cloud.arrivals.slice(since).filter(one => one.method === method && one.host === host)

/** The APIs that something was asked of which is no reading. */
const written = (since: number): string[] =>
  rehearsal.cloud.arrivals.slice(since).flatMap(({ method, host }) => (method === 'GET' ? [] : [host]))

/** What npm runs for the command; what it checks and builds first is checked and built already. */
const typed = (command: string): string =>
  command
    .replace('npm run deploy --', 'node scripts/deploy.ts --skip-checks')
    .replace('npm run grant --', 'node scripts/grant.ts')
    .replace('npx firebase', 'firebase')

/** Deploys and answers what was said, and what it ended with: the last paragraph. */
async function deploy(flags = '') {
  const before = rehearsal.cloud.arrivals.length
  const { exitCode, output } = await rehearsal.run(
    typed(`npm run deploy -- --project ${project} ${flags}`.trim()),
  )
  return { exitCode, output, end: output.trim().split('\n').slice(-2), before }
}

/** Types what the document says, up to where it says this, or to its end. */
async function follow(until?: string): Promise<string> {
  let output = ''
  while (commands[0] !== undefined && !(until && commands[0].includes(until))) {
    const command = commands.shift() ?? ''
    if (elsewhere.some(words => command.startsWith(words))) continue
    const done = await rehearsal.run(typed(command), 'a value')
    expect(done.exitCode, `${command}\n${done.output}`).toBe(0)
    output += done.output
  }
  return output
}

/** What the consoles of the vendors say. */
function fillIn(): void {
  const file = path.join(rehearsal.dir, 'functions', `.env.${project}`)
  const names = vendors.flatMap(({ parameters }) => parameters)
  const isVendors = (line: string) => names.some(name => line === `${name}=""`)
  const chosen = new Map([
    ['ALLOWED_COUNTRIES=""', 'ALLOWED_COUNTRIES="DE"'],
    ['CHAT_JOIN_POLICY=""', 'CHAT_JOIN_POLICY="authenticated"'],
  ])
  const filled = (line: string) =>
    chosen.get(line) ?? (isVendors(line) ? line.replace('""', '"theirs"') : line)
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.map(filled).join('\n'))
}

function setSecret(name: string): void {
  const full = `projects/${rehearsal.cloud.projectNumber}/secrets/${name}`
  rehearsal.cloud.put(`${secretManager}/secrets/${name}`, { name: full })
  rehearsal.cloud.put(`${secretManager}/versions/${name}/1`, { name: `${full}/versions/1`, state: 'ENABLED' })
}

beforeAll(async () => {
  rehearsal = await openRehearsal(project)
  manifest = await manifestOf(path.join(rehearsal.dir, 'functions'))
  // Setting the first secret switches these on, and looks again only every ten seconds.
  for (const api of ['secretmanager', 'cloudresourcemanager'])
    rehearsal.cloud.enabledApis.add(`${api}.googleapis.com`)
})

afterAll(() => rehearsal.close())
afterEach(() => rehearsal.cloud.heal())

/** Each takes a deployment more, so `npm test` leaves these to `npm run test:all`. */
const inLongRun = (name: string, run: () => Promise<void>): void => {
  if (process.env.FAULTS === 'all') test(name, run)
}

test('the parameters are written, and the secrets to set are named', async () => {
  const output = await follow('secrets:set')
  for (const name of secretNames(manifest)) expect(output).toContain(`functions:secrets:set ${name} `)
  expect(rehearsal.cloud.list('//firebase.googleapis.com/webApps/')).toMatchObject([
    { displayName: 'dashboard' },
  ])
  fillIn()
})

test('a secret that is not set: nothing is deployed, and how to set it is said', async () => {
  const { exitCode, end, before } = await deploy()
  expect(exitCode).toBe(1)
  expect(end[0]).toContain('TWILIO_AUTH_TOKEN')
  expect(end[1]).toContain(`npx firebase functions:secrets:set NAME --project ${project}`)
  expect(written(before)).toEqual(['sts.googleapis.com'])
})

test('APIs that may not be switched on: an owner is told which', async () => {
  await follow('npm run deploy')
  for (const name of secretNames(manifest)) if (name !== 'TWILIO_AUTH_TOKEN') setSecret(name)
  const refused = new Refusal(403, 'PERMISSION_DENIED', 'Permission denied to enable services.')
  rehearsal.cloud.refuse({ host: 'serviceusage.googleapis.com', method: 'POST', with: refused })
  const { exitCode, end } = await deploy()
  expect(exitCode).toBe(1)
  expect(end[1]).toMatch(
    /^Have an owner run gcloud services enable .*run\.googleapis\.com.* --project my-chat once/,
  )
})

test('whoever follows the document deploys without a question, and gives a role', async () => {
  const ada = { localId: 'ada', email: 'ada@example.com', emailVerified: true }
  rehearsal.cloud.put(userName, { ...ada, customAttributes: '{"of":"us"}' })
  firstDeployment = await follow()
  expect(JSON.parse(String(rehearsal.cloud.get(userName).customAttributes))).toEqual({
    of: 'us',
    role: 'operations',
  })
})

test('every function arrives as index.ts has it', () => {
  const { cloud } = rehearsal
  const names = cloud.names(functionsName).map(name => name.slice(functionsName.length))
  expect(names.sort()).toEqual(Object.keys(manifest.endpoints).sort())
  for (const [name, endpoint] of Object.entries(manifest.endpoints)) {
    expect(function_(name)).toMatchObject({
      state: 'ACTIVE',
      buildConfig: { runtime: 'nodejs24', entryPoint: name },
      serviceConfig: {
        availableMemory: `${endpoint.availableMemoryMb}Mi`,
        availableCpu: String(endpoint.cpu),
        maxInstanceRequestConcurrency: endpoint.concurrency,
        maxInstanceCount: endpoint.maxInstances,
        environmentVariables: { PUBLIC_URL: `https://${project}.web.app`, CHAT_JOIN_POLICY: 'authenticated' },
      },
    })
    const bound = aConfig.parse(function_(name)).serviceConfig.secretEnvironmentVariables ?? []
    expect(bound).toEqual(endpoint.secretEnvironmentVariables.map(({ key }) => ({ key, version: '1' })))
    expect(invokersOf(name), name).toEqual(
      endpoint.httpsTrigger
        ? ['allUsers']
        : endpoint.eventTrigger
          ? []
          : [expect.stringMatching(/^serviceAccount:/)],
    )
    const retryPolicy = endpoint.eventTrigger?.retry ? 'RETRY_POLICY_RETRY' : 'RETRY_POLICY_DO_NOT_RETRY'
    if (endpoint.eventTrigger)
      expect(function_(name).eventTrigger).toMatchObject({ triggerRegion: 'europe-west1', retryPolicy })
  }
})

const aConfig = z.object({
  serviceConfig: z.object({
    secretEnvironmentVariables: z.array(z.object({ key: z.string(), version: z.string() })).nullish(),
  }),
})
const aPolicy = z.object({ bindings: z.array(z.object({ members: z.array(z.string()) })) })
const invokersOf = (name: string): string[] =>
  aPolicy
    .safeParse(rehearsal.cloud.find(`//run.googleapis.com/invokers/${name}`))
    .data?.bindings.flatMap(one => one.members) ?? []

test('schedules, rules, indexes, settings of fields and the database arrive', () => {
  const { cloud } = rehearsal
  const schedules = cloud.list('//cloudscheduler.googleapis.com/jobs/').map(({ schedule }) => schedule)
  const wanted = Object.values(manifest.endpoints).flatMap(one => one.scheduleTrigger?.schedule ?? [])
  expect(schedules.sort()).toEqual(wanted.sort())
  expect(cloud.list('//cloudtasks.googleapis.com/queues/')).toEqual([])
  const { indexes, fieldOverrides } = JSON.parse(read('firestore.indexes.json'))
  expect(cloud.list('//firestore.googleapis.com/indexes/')).toHaveLength(indexes.length)
  expect(cloud.list('//firestore.googleapis.com/fields/')).toHaveLength(fieldOverrides.length)
  expect(cloud.list('//firebaserules.googleapis.com/rulesets/')).toMatchObject([
    { source: { files: [{ content: read('firestore.rules') }] } },
  ])
  const database = cloud.get(`//firestore.googleapis.com/projects/${project}/databases/(default)`)
  expect(database).toMatchObject({ type: 'FIRESTORE_NATIVE', locationId: 'europe-west1' })
})

test('what is verified of the control plane holds', async () => {
  const titles = 'indexes,schedules,functions,secrets'
  const { output } = await rehearsal.run(`node scripts/verify.ts --project ${project} --only ${titles}`)
  expect(output.trim().split('\n').at(-1), output).toBe('all 4 checks hold')
})

test('the pages arrive, with their headers and rewrites', () => {
  const { hosting } = JSON.parse(read('firebase.json'))
  const { version } = rehearsal.cloud.get('//firebasehosting.googleapis.com/channels/live')
  expect(version).toMatchObject({
    files: { '/index.html': expect.any(String) },
    config: {
      headers: hosting.headers.map(({ source, headers }: HeaderRule) => ({
        glob: source,
        headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      })),
      rewrites: [
        { glob: '/api/**', run: { serviceId: 'integrations', region: 'europe-west1' } },
        { glob: '/chat/threads/*/files', run: { serviceId: 'uploads', region: 'europe-west1' } },
        { glob: '/files/**', run: { serviceId: 'chat', region: 'europe-west1' } },
        { glob: '/chat/**', run: { serviceId: 'chat', region: 'europe-west1' } },
        { glob: '/webhooks/**', run: { serviceId: 'webhooks', region: 'europe-west1' } },
        { glob: '!/assets/**', path: '/index.html' },
      ],
    },
  })
})

interface HeaderRule {
  source: string
  headers: { key: string; value: string }[]
}
const read = (file: string): string => readFileSync(path.join(rehearsal.dir, file), 'utf8')

test('all instances of all functions fit into the quota of a new project', () => {
  const sizes = Object.values(manifest.endpoints).map(
    ({ cpu, maxInstances }) => Number(cpu) * Number(maxInstances),
  )
  expect(sizes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(20)
})

inLongRun(
  'what is no longer in the checkout is removed only by that flag, and nothing else changes',
  async () => {
    rehearsal.cloud.put(`${functionsName}yesterday`, {
      ...function_('workdue'),
      name: `projects/${project}/locations/europe-west1/functions/yesterday`,
    })
    const asked = await deploy('--dry-run')
    expect(written(asked.before)).toEqual(['sts.googleapis.com'])
    expect(asked.output).toMatch(/functions +\d+ unchanged/)
    expect(asked.output).toContain('- function yesterday')
    expect(asked.end[1]).toMatch(/^Repeat with --delete-removed /)
    const done = await deploy('--delete-removed')
    expect(done.exitCode, done.output).toBe(0)
    expect(arrived(done.before, 'DELETE', 'cloudfunctions.googleapis.com')).toMatchObject([
      { path: expect.stringMatching(/\/yesterday$/) },
    ])
    expect(arrived(done.before, 'PATCH', 'cloudfunctions.googleapis.com')).toEqual([])
    expect(arrived(done.before, 'POST', 'cloudfunctions.googleapis.com')).toMatchObject([
      { path: expect.stringMatching(/:generateUploadUrl$/) },
    ])
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect(arrived(done.before, method, 'firestore.googleapis.com')).toEqual([])
    }
  },
)

inLongRun('a quota that is exhausted ends the deployment, and is named', async () => {
  const deployed = rehearsal.cloud.remove(`${functionsName}chat`)
  rehearsal.cloud.cpuQuota = 1
  const { exitCode, end } = await deploy('--only functions')
  rehearsal.cloud.cpuQuota = 20
  rehearsal.cloud.put(`${functionsName}chat`, deployed)
  expect(exitCode).toBe(1)
  expect(end).toEqual([
    expect.stringContaining('quota of CPUs'),
    expect.stringMatching(/^Ask for more at https:/),
  ])
})

inLongRun('who may not say who calls the functions is told which role they lack', async () => {
  const refused = new Refusal(403, 'PERMISSION_DENIED', "Permission 'run.services.setIamPolicy' denied.")
  rehearsal.cloud.refuse({ host: 'run.googleapis.com', method: 'POST', path: /setIamPolicy/, with: refused })
  rehearsal.cloud.remove(`${functionsName}chat`)
  const { exitCode, end } = await deploy('--only functions')
  expect(exitCode).toBe(1)
  expect(end[1]).toMatch(/Cloud Functions Admin/)
})

test('no warning is without an explanation in the documents, and nobody else was asked', () => {
  const explained = [...document.matchAll(/^\| `(.+)` \|/gm)].map(([, words = '']) => words)
  const warnings = firstDeployment.split('\n').filter(line => /⚠|warning|deprecat/i.test(line))
  expect(warnings.filter(line => !explained.some(words => line.includes(words)))).toEqual([])
  // What firebase-tools asks at a fixed address: a permission, which may stay unknown, and the newest SDK, unless that takes long.
  const strangers = [...rehearsal.cloud.strangers].filter(host => host !== 'registry.npmjs.org:443')
  expect(strangers).toEqual(['iam.googleapis.com:443'])
})
