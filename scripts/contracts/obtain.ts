import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ContractDocument } from './documents.ts'

/** The folder with all documents, or why there is none. */
export type Contracts = { folder: string } | { reason: string }

interface Sources {
  documents: readonly ContractDocument[]
  /** A folder provided by the user, used as it is. */
  given: string
  cache: string
  origin: string
  timeoutMs?: number
}

/** Uses a folder that has all documents, else the cache, where missing ones are fetched. */
export async function obtainContracts({
  documents,
  given,
  cache,
  origin,
  timeoutMs = 20_000,
}: Sources): Promise<Contracts> {
  if (documents.every(({ file }) => existsSync(path.join(given, file)))) return { folder: given }
  const missing = documents.filter(document => !isCached(cache, document))
  const fetched = await Promise.all(
    missing.map(document => obtain(document, { cache, origin, timeoutMs }).catch(reasonOf)),
  )
  const reason = fetched.find(one => one !== undefined)
  return reason === undefined
    ? { folder: cache }
    : { reason: `${reason}, and VENDOR_DOCUMENTS names no folder with all of them` }
}

function isCached(cache: string, { file, sha256 }: ContractDocument): boolean {
  const cached = path.join(cache, file)
  return existsSync(cached) && checksumOf(readFileSync(cached)) === sha256
}

async function obtain(
  { file, path: at, sha256 }: ContractDocument,
  { cache, origin, timeoutMs }: Required<Pick<Sources, 'cache' | 'origin' | 'timeoutMs'>>,
): Promise<undefined> {
  const response = await fetch(`${origin}/${at}`, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${origin} answered ${response.status} for ${file}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (checksumOf(bytes) !== sha256) throw new Error(`${file} from ${origin} has another checksum`)
  mkdirSync(cache, { recursive: true })
  // Atomic, also with two concurrent runs.
  const unfinished = path.join(cache, `${file}.${randomUUID()}`)
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, path.join(cache, file))
}

const checksumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return `not fetched: ${cause instanceof Error && cause.message ? cause.message : message}`
}
