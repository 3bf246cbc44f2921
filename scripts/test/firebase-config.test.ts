import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deriveFirebaseConfig } from '../stack/firebase-config.ts'
import { defaultPorts } from '../stack/ports.ts'

const own = JSON.parse(readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8'))
const derived = deriveFirebaseConfig(own, { ...defaultPorts, websocket: 12_345 })

test('functions and pages are those of the staging folder; rewrites, rules and indexes are kept', () => {
  expect(derived.functions).toMatchObject([{ source: 'functions', runtime: 'nodejs24' }])
  const { rewrites } = own.hosting
  expect(derived).toMatchObject({ hosting: { public: 'public', rewrites }, firestore: own.firestore })
})

test('every port is given, so that the emulators choose none themselves', () => {
  const { singleProjectMode, ui, ...emulators } = Object(derived.emulators)
  expect([singleProjectMode, ui]).toEqual([true, { enabled: false }])
  const names = ['auth', 'eventarc', 'firestore', 'functions', 'hosting', 'hub', 'logging', 'tasks']
  expect(Object.keys(emulators).sort()).toEqual(names)
  for (const name of names)
    expect(emulators[name]).toMatchObject({ host: '127.0.0.1', port: expect.any(Number) })
  expect(emulators.firestore.websocketPort).toBe(12_345)
})

test('the root configuration sends each path family to its function in europe-west1, all else but missing assets to the dashboard', () => {
  const { rewrites } = own.hosting
  const families = rewrites
    .slice(0, -1)
    .map((rewrite: { function: { region: string } }) => rewrite.function.region)
  expect(new Set(families)).toEqual(new Set(['europe-west1']))
  expect(rewrites.at(-1)).toEqual({ source: '!/assets/**', destination: '/index.html' })
})

test('a local page may talk to the emulators of its stack and the sandbox, a deployed one to no other machine', () => {
  const policyOf = (config: unknown): string =>
    Object(config)
      .hosting.headers.flatMap(({ headers }: { headers: { key: string; value: string }[] }) => headers)
      .find(({ key }: { key: string }) => key === 'Content-Security-Policy').value
  expect(policyOf(own)).not.toContain('127.0.0.1')
  const local = policyOf(derived)
  const { auth, firestore, sandbox } = defaultPorts
  for (const port of [auth, firestore, sandbox]) expect(local).toContain(`http://127.0.0.1:${port} `)
})
