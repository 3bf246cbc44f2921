import { describe, expect, it } from 'vitest'
import { type StorageConfig, storageFiles } from '../../src/adapters/storage/files.ts'
import { bytesOf, png } from '../support/files.ts'
import { expectFailure, failure, patienceMs, readFailures, useSandbox } from './harness.ts'

const sandbox = useSandbox('storage')
const files = (more: Partial<StorageConfig> = {}) =>
  storageFiles({ url: sandbox.vendorUrl(), bucket: 'ours', timeoutMs: 30_000, ...more })
const picture = { type: 'image/png', bytes: png }

describe('a file', () => {
  it('is stored under its id once, however often it is sent, until it is removed', async () => {
    await files().store('f1', picture)
    await files().store('f1', picture)
    expect(await sandbox.state('objects')).toMatchObject([
      { bucket: 'ours', name: 'files/f1', contentType: 'image/png', size: String(png.length) },
    ])
    expect(await files().stat('f1')).toEqual({ size: png.length })
    expect(await bytesOf(await files().open('f1'))).toEqual(png)
    await files().remove('f1')
    await files().remove('f1')
    expect(await files().stat('f1')).toBeUndefined()
    expect(await files().open('f1')).toBeUndefined()
  })

  it('with an odd id is stored under exactly that id', async () => {
    await files().store('a/../b', picture)
    expect(await sandbox.state('objects')).toMatchObject([{ name: 'files/a/../b' }])
    expect(await files().stat('a/../b')).toBeDefined()
  })

  it('does not block the next call when its reading is stopped early', async () => {
    await files().store('f1', { type: 'text/plain', bytes: Buffer.alloc(3_000_000) })
    const opened = await files().open('f1')
    const first = opened?.[Symbol.asyncIterator]()
    await first?.next()
    await first?.return?.()
    expect(await files().stat('f1')).toEqual({ size: 3_000_000 })
  })
})

it('the storage of files is not built without a bucket', () => {
  expect(() => files({ bucket: '' })).toThrow('FILES_BUCKET')
})

describe('a failing call of the storage', () => {
  const calls = {
    store: one => one.store('f1', picture),
    stat: one => one.stat('f1'),
    open: one => one.open('f1'),
    remove: one => one.remove('f1'),
  } satisfies Record<string, (one: ReturnType<typeof files>) => Promise<unknown>>
  const telling = readFailures.filter(
    ({ name, status, timedOut }) => name !== 'a malformed answer' && status !== 404 && !timedOut,
  )
  const cases = Object.entries(calls).flatMap(([name, call]) =>
    telling.map(failing => ({ title: `${name}: ${failing.name}`, call, failing })),
  )

  it.each(cases)('$title', async ({ call, failing }) => {
    await sandbox.fault(failing.fault)
    await expectFailure(() => call(files({ timeoutMs: patienceMs(failing) })), failing, [])
  })

  it.each(['store', 'stat', 'remove'] as const)('%s is tried once more', async name => {
    await sandbox.fault({ mode: 'processed-then-reset', times: 1 })
    await calls[name](files())
    expect(await sandbox.requests()).toHaveLength(2)
  })

  it.each(['stat', 'open', 'remove'] as const)('%s does not wait for ever', async name => {
    await sandbox.fault({ mode: 'timeout' })
    expect(await failure(calls[name](files({ timeoutMs: 300 })))).toMatchObject({ timedOut: true })
  })

  it('asks with a new token where the last one was refused', async () => {
    await files().store('f1', picture)
    await sandbox.refuse(401, { times: 1 })
    expect(await files().stat('f1')).toEqual({ size: png.length })
  })
})
