import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { secrets } from '../../functions/src/config.ts'
import { vendorGaps } from '../deploy/vendors.ts'
import { dotenv, localParameters } from '../stack/parameters.ts'

// firebase-tools' own reader of the files.
const firebaseEnv = createRequire(import.meta.url)('firebase-tools/lib/functions/env.js')

const local = (overrides?: Record<string, string>) =>
  localParameters('http://sandbox', 'http://public', overrides)

test('firebase-tools reads the same values as were written', () => {
  const values = {
    A: 'plain',
    B: 'with "quotes" and \\ and $HOME',
    C: 'two\nlines\t#not a comment',
    D: '',
    E: "it's",
  }
  expect(firebaseEnv.parseStrict(dotenv(values))).toEqual(values)
})

test('firebase-tools accepts every name', () => {
  const { plain, secret } = local()
  expect(() => firebaseEnv.parseStrict(dotenv({ ...plain, ...secret }))).not.toThrow()
})

test('the sandbox leaves no vendor without credentials', () => {
  const { plain, secret } = local()
  expect(vendorGaps({ ...plain, ...secret })).toEqual([])
})

test('every secret has a local value: firebase-tools would ask Secret Manager for it at every start of a function', () => {
  const names = Object.values(secrets).map(({ name }) => name)
  expect(names.filter(name => !local().secret[name])).toEqual([])
})

test('an override of a secret is a secret, any other a parameter', () => {
  const { plain, secret } = local({ TWILIO_AUTH_TOKEN: 'other', CHAT_JOIN_POLICY: 'participants', NEW: '1' })
  expect(secret.TWILIO_AUTH_TOKEN).toBe('other')
  expect(plain).toMatchObject({ CHAT_JOIN_POLICY: 'participants', NEW: '1' })
  expect(plain.TWILIO_AUTH_TOKEN).toBeUndefined()
})
