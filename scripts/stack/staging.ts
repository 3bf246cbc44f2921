import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hotelOfProperty, password, people } from '../seed-data.ts'
import { deriveFirebaseConfig } from './firebase-config.ts'
import { dotenv, localUrl, type Parameters } from './parameters.ts'
import { repoRoot } from './paths.ts'
import { host, type Ports } from './ports.ts'

/** Writes what firebase-tools reads in the folder `dir` of one stack. */
export function stageConfig(dir: string, ports: Ports, onlyFirestore: boolean): void {
  const root: unknown = JSON.parse(readFileSync(path.join(repoRoot, 'firebase.json'), 'utf8'))
  // Firestore alone may serve many projects: in the single one's mode it warns of others at every call.
  writeJson(path.join(dir, 'firebase.json'), deriveFirebaseConfig(root, ports, !onlyFirestore))
  for (const name of ['firestore.rules', 'firestore.indexes.json'])
    cpSync(path.join(repoRoot, name), path.join(dir, name))
  // Nobody is logged in, nothing is reported.
  writeJson(path.join(dir, 'config/configstore/firebase-tools.json'), { usage: false })
}

/**
 * The functions of the folder `source` with parameters of their own. Their build is copied, so that a later build
 * cannot change a running stack; without one, the stack's own build goes to `dist` of this copy.
 */
export function stageFunctions(dir: string, source: string, parameters: Parameters): void {
  const target = path.join(dir, 'functions')
  cpSync(path.join(source, 'package.json'), path.join(target, 'package.json'))
  // Most packages are hoisted to the root, above this folder; those that are not must be seen too.
  const modules = path.join(source, 'node_modules')
  if (existsSync(modules)) symlinkSync(modules, path.join(target, 'node_modules'), 'dir')
  writeFileSync(path.join(target, '.env'), dotenv(parameters.plain), { mode: 0o600 })
  // A secret with a value here is never looked up in Secret Manager.
  writeFileSync(path.join(target, '.secret.local'), dotenv(parameters.secret), { mode: 0o600 })
}

/**
 * The dashboard's build, and a file for pages on this machine: addresses of the emulators, users, and each property's
 * hotel at the sandbox.
 */
export function stagePages(dir: string, built: string, ports: Ports): void {
  cpSync(built, path.join(dir, 'public'), { recursive: true })
  writeJson(path.join(dir, 'public/local.json'), {
    authUrl: localUrl(ports.auth),
    firestore: { host, port: ports.firestore },
    users: people.map(({ name, email, role }) => ({ name, email, role, password })),
    hotels: hotelOfProperty(),
  })
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
