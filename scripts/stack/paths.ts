import path from 'node:path'

/** The checkout. */
export const repoRoot = path.resolve(import.meta.dirname, '../..')
/** The cache survives between runs: the wrapper jar, the compile cache, locks. Git-ignored, safe to delete. */
export const cacheDir = path.join(repoRoot, '.cache')
/** One folder per running stack. Git-ignored, removed on stop. */
export const stacksDir = path.join(repoRoot, '.stack')
/** The log of the last stack that did not start, kept for reading. */
export const lastFailureLog = path.join(stacksDir, 'last-failure.log')
