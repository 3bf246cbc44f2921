import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { algoliaAccess } from '../ops/vendors.ts'

const real = { ALGOLIA_APP_ID: 'REAL', ALGOLIA_API_KEY: 'real', ALGOLIA_URL: 'https://real.example' }

test('a local run uses the sandbox, whatever else the environment says', () => {
  const { url, appId } = algoliaAccess({ ...real, SANDBOX_URL: 'http://127.0.0.1:2' }, undefined)
  expect(url).toBe('http://127.0.0.1:2/algolia')
  expect(appId).not.toBe('REAL')
})

async function deployedWith(parameters: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reindex-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, '.env.live'), parameters)
  return folder
}

test('a deployment uses the index of its own parameters, with the key of the environment', async () => {
  const folder = await deployedWith('ALGOLIA_APP_ID=A\nALGOLIA_INDEX=mine\n')
  const { timeoutMs: _, ...index } = algoliaAccess(real, 'live', folder)
  expect(index).toEqual({ url: 'https://A.algolia.net', appId: 'A', apiKey: 'real', index: 'mine' })
})

test.each([
  ['another project', 'other', real, 'functions/.env.other has no ALGOLIA_APP_ID'],
  ['no key', 'live', {}, 'ALGOLIA_API_KEY not set'],
])('refuses %s', async (_, project, env, message) => {
  const folder = await deployedWith('ALGOLIA_APP_ID=A\nALGOLIA_API_KEY=of-a-file\n')
  expect(() => algoliaAccess(env, project, folder)).toThrow(message)
})
