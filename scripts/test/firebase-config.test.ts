import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deriveFirebaseConfig } from '../stack/firebase-config.ts'
import { defaultPorts } from '../stack/ports.ts'

const root = {
  functions: [
    { source: 'functions', codebase: 'default', runtime: 'nodejs24', predeploy: ['build'], ignore: ['src'] },
  ],
  firestore: { rules: 'firestore.rules', indexes: 'firestore.indexes.json' },
  hosting: { public: 'hosting', rewrites: [{ source: '/chat/**', function: { functionId: 'chat' } }] },
  emulators: { auth: { port: 1 } },
}

const derived = deriveFirebaseConfig(root, { ...defaultPorts, websocket: 12_345 })

test('the functions are those of the staging folder, without the steps of a deployment', () => {
  expect(derived.functions).toEqual([{ source: 'functions', codebase: 'default', runtime: 'nodejs24' }])
})

test('rewrites, rules and indexes are kept', () => {
  expect(derived.hosting).toEqual({ ...root.hosting, public: 'public' })
  expect(derived.firestore).toEqual(root.firestore)
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

test('the root configuration sends each path family to its function in europe-west1', () => {
  const { hosting } = JSON.parse(readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8'))
  const regions = hosting.rewrites.map((rewrite: { function: { region: string } }) => rewrite.function.region)
  expect(new Set(regions)).toEqual(new Set(['europe-west1']))
})
