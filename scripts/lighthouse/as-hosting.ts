import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { execa } from 'execa'
import { repoRoot } from '../stack/paths.ts'

const compress = promisify(brotliCompress)
const isText = /javascript|json|css|html|svg/
/** What the emulator says of its own connection and of a body that is not passed on as it came. */
const itsOwn = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length']
const assets = path.join(repoRoot, 'dashboard', 'dist', 'assets')

/**
 * Firebase Hosting answers over HTTP/2, in Brotli; its emulator over HTTP/1.1, where a browser asks for six things at
 * once. This stands before the emulator and answers as Hosting does. What was read once is answered again until
 * something is written, the API's after the time that a function takes: functions that run on the page's own cores
 * while it loads would be measured with it.
 */
export async function asHosting(emulator: string): Promise<{ url: string; close: () => void }> {
  // Beforehand, as Hosting has them, and not while it is measured.
  const compressed = new Map<string, Buffer>()
  for (const file of readdirSync(assets))
    compressed.set(`/assets/${file}`, await inBrotli(readFileSync(path.join(assets, file)), 9))
  const behind: Behind = { emulator, compressed, answers: new Map(), writes: 0 }
  const server = createSecureServer(await certificate(), (request, response) => {
    passOn(behind, request, response).catch((error: unknown) => {
      console.error(request.url, error)
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() }
}

/** What a warm function takes, with its way there. */
const answerMs = 100

/** It ends after a minute. */
const searchKey = '/chat/search-key'

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface Behind {
  emulator: string
  /** Bodies by path. */
  compressed: ReadonlyMap<string, Buffer>
  /** What was read, by path and whether by somebody signed in: one person alone is. */
  answers: Map<string, Answer>
  /** How many there were: what was read before one is not kept. */
  writes: number
}

async function passOn(behind: Behind, request: Http2ServerRequest, response: Http2ServerResponse) {
  const { method, url, headers } = request
  const key =
    method === 'GET' && url !== searchKey
      ? `${headers.authorization ? 'signed in' : 'anybody'} ${url}`
      : undefined
  const before = behind.writes
  const known = key === undefined ? undefined : behind.answers.get(key)
  if (known && !url.startsWith('/assets/')) await setTimeout(answerMs)
  const answer = known ?? (await askEmulator(behind, request))
  if (method !== 'GET') {
    behind.writes += 1
    behind.answers.clear()
  } else if (key !== undefined && answer.status < 300 && behind.writes === before)
    behind.answers.set(key, answer)
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

async function askEmulator({ emulator, compressed }: Behind, request: Http2ServerRequest): Promise<Answer> {
  const { method, url, headers: asked } = request
  const sent = Object.entries(asked).filter(([name, value]) => !name.startsWith(':') && value !== undefined)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const answer = await fetch(emulator + url, {
    ...{ method, headers: sent as [string, string][], redirect: 'manual' },
    ...(body && { body }),
  })
  const isPage = answer.headers.get('content-type')?.includes('html')
  const content = isPage
    ? Buffer.from(withLocal(await answer.text()))
    : Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !itsOwn.includes(name)))
  const encoded = isText.test(headers['content-type'] ?? '')
    ? (compressed.get(url) ?? (await inBrotli(content, 4)))
    : undefined
  return {
    status: answer.status,
    headers: { ...headers, ...(encoded && { 'content-encoding': 'br' }) },
    body: encoded ?? content,
  }
}

/** What is asked for on a developer's machine alone comes beside what is asked for everywhere, and takes no turn of its own. */
const withLocal = (page: string): string =>
  page.replace('</head>', '<link rel="preload" as="fetch" href="/local.json" crossorigin></head>')

const inBrotli = (content: Buffer, level: number): Promise<Buffer> =>
  compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })

/** For this machine and this run; the browser is told not to look at it. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  try {
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert]
    await execa('openssl', ['req', '-x509', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', ...made])
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
