import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hotelOfProperty, password, people } from '../seed-data.ts'
import { StackError } from './errors.ts'
import { deriveFirebaseConfig, isObject } from './firebase-config.ts'
import { dotenv, localUrl, type Parameters } from './parameters.ts'
import { repoRoot } from './paths.ts'
import { host, type Ports } from './ports.ts'

/**
 * Fills the folder that the emulators of one stack run in. The functions are copied, so a later build of the
 * checkout cannot change a running stack under a test, and each stack has its own parameters.
 */
export function stage(dir: string, functionsDir: string, ports: Ports, parameters: Parameters): void {
  writeJson(path.join(dir, 'firebase.json'), deriveFirebaseConfig(rootConfig(), ports))
  stageRules(dir)
  stagePages(path.join(dir, 'public'), ports)
  stageFunctions(path.join(dir, 'functions'), functionsDir, parameters)
  stageSettings(path.join(dir, 'config'))
}

/** The same for the Firestore emulator alone, which may serve many projects: it warns of others at every call. */
export function stageFirestore(dir: string, ports: Ports): void {
  const { firestore, emulators } = deriveFirebaseConfig(rootConfig(), ports)
  const config = { firestore, emulators: { ...emulators, singleProjectMode: false } }
  writeJson(path.join(dir, 'firebase.json'), config)
  stageRules(dir)
  stageSettings(path.join(dir, 'config'))
}

function rootConfig(): Record<string, unknown> {
  const root: unknown = JSON.parse(readFileSync(path.join(repoRoot, 'firebase.json'), 'utf8'))
  if (!isObject(root)) throw new StackError('firebase.json is not an object.')
  return root
}

function stageRules(dir: string): void {
  for (const name of ['firestore.rules', 'firestore.indexes.json']) {
    const source = path.join(repoRoot, name)
    if (existsSync(source)) cpSync(source, path.join(dir, name))
  }
}

/**
 * The dashboard's build, and beside it what only a page on this machine is told: where the emulators are, who can sign
 * in, which hotel of the sandbox each property is.
 */
function stagePages(target: string, ports: Ports): void {
  cpSync(path.join(repoRoot, 'dashboard', 'dist'), target, { recursive: true })
  writeJson(path.join(target, 'local.json'), {
    authUrl: localUrl(ports.auth),
    firestore: { host, port: ports.firestore },
    users: people.map(({ name, email, role }) => ({ name, email, role, password })),
    hotels: hotelOfProperty(),
  })
}

function stageFunctions(target: string, source: string, parameters: Parameters): void {
  mkdirSync(target, { recursive: true })
  cpSync(path.join(source, 'package.json'), path.join(target, 'package.json'))
  cpSync(path.join(source, 'dist'), path.join(target, 'dist'), { recursive: true })
  // Most packages are hoisted to the root, above this folder; those that are not must be seen too.
  const modules = path.join(source, 'node_modules')
  if (existsSync(modules)) symlinkSync(modules, path.join(target, 'node_modules'), 'dir')
  writeFileSync(path.join(target, '.env'), dotenv(parameters.plain), { mode: 0o600 })
  // A secret with a value here is never looked up in Secret Manager.
  writeFileSync(path.join(target, '.secret.local'), dotenv(parameters.secret), { mode: 0o600 })
}

/** Settings of firebase-tools for this stack alone: nobody is logged in, nothing is reported. */
function stageSettings(dir: string): void {
  mkdirSync(path.join(dir, 'configstore'), { recursive: true })
  writeJson(path.join(dir, 'configstore', 'firebase-tools.json'), { usage: false })
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
