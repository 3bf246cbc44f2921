import { createRequire } from 'node:module'
import { declaredParams } from 'firebase-functions/params'
import { expect, test } from 'vitest'
import '../../functions/src/config.ts'
import { dotenv, localParameters } from '../stack/parameters.ts'
import { templateGap } from '../stack/templates.ts'
import { vendorGaps, vendors } from '../stack/vendors.ts'

// The real reader of these files.
const firebaseEnv = createRequire(import.meta.url)('firebase-tools/lib/functions/env.js')

const local = (overrides?: Record<string, string>) =>
  localParameters('http://sandbox', 'http://public', overrides)

test('what is written is what firebase-tools reads', () => {
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
  expect(vendorGaps(plain, name => Boolean(secret[name]))).toEqual([])
})

test('every secret has a local value: firebase-tools would ask Secret Manager for it at every start of a function', () => {
  const secrets = declaredParams
    .filter(param => Object(param.constructor).type === 'secret')
    .map(({ name }) => name)
  expect(secrets.filter(name => !local().secret[name])).toEqual([])
})

test('an override goes where its parameter is', () => {
  const { plain, secret } = local({ TWILIO_AUTH_TOKEN: 'other', CHAT_JOIN_POLICY: 'participants', NEW: '1' })
  expect(secret.TWILIO_AUTH_TOKEN).toBe('other')
  expect(plain).toMatchObject({ CHAT_JOIN_POLICY: 'participants', NEW: '1' })
  expect(plain.TWILIO_AUTH_TOKEN).toBeUndefined()
})

test('a deployment without configuration lacks every vendor', () => {
  expect(vendorGaps({}, () => false).map(({ vendor }) => vendor)).toEqual(vendors)
})

test('the sandbox leaves no template without an id', () => {
  expect(templateGap(local().plain)).toBeUndefined()
})

test('a deployment is told which templates have no id, and that an id is none', () => {
  const [first, ...others] = (local().plain.CHATAPP_TEMPLATES ?? '').split(',')
  const gap = templateGap({ CHATAPP_TEMPLATES: others.join() }, 'a-project')
  expect(gap).toContain(first?.split('=')[0])
  for (const other of others) expect(gap).not.toContain(other.split('=')[0])
  expect(gap).toContain('functions/.env.a-project')
  expect(() => templateGap({ CHATAPP_TEMPLATES: 'reply-request=HX' })).toThrow('CHATAPP_TEMPLATES')
})
