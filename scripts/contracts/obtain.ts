import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
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
export async function obtainContracts({ documents, given, cache, ...from }: Sources): Promise<Contracts> {
  if (documents.every(({ file }) => existsSync(path.join(given, file)))) return { folder: given }
  const obtained = await Promise.allSettled(
    documents.map(document => obtain(document, path.join(cache, document.file), from)),
  )
  const failed = obtained.find(one => one.status === 'rejected')
  if (!failed) return { folder: cache }
  const { message, cause } = z.instanceof(Error).parse(failed.reason)
  const why = cause instanceof Error && cause.message ? cause.message : message
  return { reason: `not fetched: ${why}, and VENDOR_DOCUMENTS names no folder with all of them` }
}

async function obtain(
  { file, path: at, sha256 }: ContractDocument,
  cached: string,
  { origin, timeoutMs = 20_000 }: Pick<Sources, 'origin' | 'timeoutMs'>,
): Promise<void> {
  const isIntact = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') === sha256
  if (existsSync(cached) && isIntact(readFileSync(cached))) return
  const response = await fetch(`${origin}/${at}`, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${origin} answered ${response.status} for ${file}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!isIntact(bytes)) throw new Error(`${file} from ${origin} has another checksum`)
  mkdirSync(path.dirname(cached), { recursive: true })
  // Atomic, also with two concurrent runs.
  const unfinished = `${cached}.${randomUUID()}`
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, cached)
}
