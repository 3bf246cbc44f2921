import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
 * once. This stands before the emulator and answers as Hosting does.
 */
export async function asHosting(emulator: string): Promise<{ url: string; close: () => void }> {
  // Beforehand, as Hosting has them, and not while it is measured.
  const compressed = new Map<string, Buffer>()
  for (const file of readdirSync(assets))
    compressed.set(`/assets/${file}`, await inBrotli(readFileSync(path.join(assets, file)), 9))
  const server = createSecureServer(await certificate(), (request, response) => {
    passOn({ emulator, compressed }, request, response).catch((error: unknown) => {
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

interface Behind {
  emulator: string
  /** Bodies by path. */
  compressed: ReadonlyMap<string, Buffer>
}

async function passOn(
  { emulator, compressed }: Behind,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
) {
  const { method, url } = request
  const sent = Object.entries(request.headers).filter(
    ([name, value]) => !name.startsWith(':') && value !== undefined,
  )
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const answer = await fetch(emulator + url, {
    ...{ method, headers: sent as [string, string][], redirect: 'manual' },
    ...(body && { body }),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !itsOwn.includes(name)))
  const encoded = isText.test(headers['content-type'] ?? '')
    ? (compressed.get(url) ?? (await inBrotli(content, 4)))
    : undefined
  response.writeHead(answer.status, { ...headers, ...(encoded && { 'content-encoding': 'br' }) })
  response.end(encoded ?? content)
}

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
