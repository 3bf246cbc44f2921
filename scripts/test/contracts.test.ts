import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { obtainContracts } from '../contracts/obtain.ts'

const text = JSON.stringify({ openapi: '3.0.0', words: 'description '.repeat(10_000) })
const document = (file: string) => ({
  file,
  path: `vendor/descriptions/0123abc/${file}`,
  sha256: createHash('sha256').update(text).digest('hex'),
})
const documents = [document('a.json'), document('b.json')]

let folder: string
let server: Server | undefined
let paths: string[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'contracts-'))
  paths = []
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  rmSync(folder, { recursive: true })
})

const cache = () => path.join(folder, 'cache')
const given = () => path.join(folder, 'given')
const obtain = (origin: string, timeoutMs = 20_000) =>
  obtainContracts({ documents, given: given(), cache: cache(), origin, timeoutMs })

/** Serves the first document, and leaves the second to `second`. */
async function serve(second: RequestListener): Promise<string> {
  const listening = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (request.url?.endsWith('a.json')) response.end(text)
    else second(request, response)
  })
  server = listening
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const well: RequestListener = (_request, response) => response.end(text)

it('fetches missing documents, each once', async () => {
  const origin = await serve(well)
  expect(await obtain(origin)).toEqual({ folder: cache() })
  expect(paths.sort()).toEqual(documents.map(({ path: at }) => `/${at}`))
  expect(readFileSync(path.join(cache(), 'b.json'), 'utf8')).toBe(text)
  expect(await obtain(origin)).toEqual({ folder: cache() })
  expect(paths).toHaveLength(2)
})

it('uses a folder that has all documents, without a request', async () => {
  mkdirSync(given())
  for (const { file } of documents) writeFileSync(path.join(given(), file), 'whatever stands there')
  expect(await obtain(await serve(well))).toEqual({ folder: given() })
  expect(paths).toEqual([])
})

it('fetches a cached document again if its text has changed', async () => {
  const origin = await serve(well)
  await obtain(origin)
  writeFileSync(path.join(cache(), 'a.json'), text.slice(1))
  expect(await obtain(origin)).toEqual({ folder: cache() })
  expect(paths).toHaveLength(3)
  expect(readFileSync(path.join(cache(), 'a.json'), 'utf8')).toBe(text)
})

it.each<[what: string, second: RequestListener, reason: RegExp]>([
  ['another document', (_, response) => response.end(`${text} `), /b\.json .* has another checksum/],
  ['a 404', (_, response) => response.writeHead(404).end('404: Not Found'), /answered 404 for b\.json/],
  [
    'a document that is cut off',
    (_, response) => {
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) })
      response.write(text.slice(0, 1000), () => response.destroy())
    },
    /not fetched: /,
  ],
  ['one that is cut off without saying so', (_, response) => response.end(text.slice(0, 1000)), /checksum/],
])('%s is not kept, and the reason is given', async (_what, second, reason) => {
  expect(await obtain(await serve(second))).toEqual({ reason: expect.stringMatching(reason) })
  expect(readdirSync(cache())).toEqual(['a.json'])
  // A good copy is not fetched again.
  server?.close()
  expect(await obtain(await serve(well))).toEqual({ folder: cache() })
  expect(paths.filter(url => url.endsWith('a.json'))).toHaveLength(1)
})

it('gives the reason if the server does not answer, or does not listen', async () => {
  const silent = await serve(() => {})
  expect(await obtain(silent, 300)).toEqual({ reason: expect.stringContaining('not fetched: ') })
  server?.closeAllConnections()
  server?.close()
  rmSync(cache(), { recursive: true })
  expect(await obtain(silent)).toEqual({ reason: expect.stringContaining('ECONNREFUSED') })
})
