import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { cacheDir, repoRoot } from '../stack/paths.ts'
import { contractDocuments, contractOrigin } from './documents.ts'
import { type Contracts, obtainContracts } from './obtain.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The vendors' own API descriptions. */
    contracts: Contracts
  }
}

/** Provides the documents that requests and replies are checked against (CONTRIBUTING.md, "Data from outside"). */
export async function setup(project: TestProject): Promise<void> {
  const contracts = await obtainContracts({
    documents: contractDocuments,
    given: process.env.VENDOR_DOCUMENTS ?? path.join(repoRoot, '..', 'shared', 'contracts'),
    cache: path.join(cacheDir, 'contracts'),
    origin: contractOrigin,
  })
  project.provide('contracts', contracts)
}
