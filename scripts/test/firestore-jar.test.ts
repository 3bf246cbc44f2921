import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFirestoreJar, firestoreJarEnv } from '../stack/firestore-jar.ts'
import { findJava } from '../stack/java.ts'

const HOME = mkdtempSync(path.join(tmpdir(), 'firestore-jar-'))
afterAll(() => rmSync(HOME, { recursive: true }))

function file(name: string): string {
  const written = path.join(HOME, name)
  mkdirSync(path.dirname(written), { recursive: true })
  writeFileSync(written, '')
  return written
}

test('the jar that is named goes before firebase-tools’ newest jar, and this before the jar of a Cloud SDK', () => {
  const sdk = file('sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar')
  const env: NodeJS.ProcessEnv = { HOME, CLOUDSDK_ROOT_DIR: path.join(HOME, 'sdk') }
  expect(findFirestoreJar(env)).toEqual({ file: sdk, needsWrapper: true })
  const [, newest] = ['v1.9.0', 'v1.19.8'].map(version =>
    file(`.cache/firebase/emulators/cloud-firestore-emulator-${version}.jar`),
  )
  expect(findFirestoreJar(env)).toEqual({ file: newest, needsWrapper: false })
  const own = file('own.jar')
  expect(findFirestoreJar({ ...env, FIRESTORE_EMULATOR_BINARY_PATH: own })?.file).toBe(own)
  const wrong = { ...env, FIRESTORE_EMULATOR_BINARY_PATH: '/nowhere.jar' }
  expect(() => findFirestoreJar(wrong)).toThrow('/nowhere.jar')
})

const sdkJar = findFirestoreJar({ PATH: process.env.PATH })

test.skipIf(!sdkJar)('Java starts the jar of a Cloud SDK by the wrapper', () => {
  const { FIRESTORE_EMULATOR_BINARY_PATH: wrapper = '' } = firestoreJarEnv(sdkJar, path.join(HOME, 'jar'))
  expect(existsSync(wrapper)).toBe(true)
  const { stdout, stderr } = spawnSync(findJava().binary, ['-jar', wrapper, '--help'], { encoding: 'utf8' })
  expect(stdout + stderr).toContain('--rules')
})
