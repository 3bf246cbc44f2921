import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, repoRoot } from './paths.ts'

/** The dashboard's sources. The parts that the pages share with the API come from the functions' sources. */
const sources = [
  'dashboard/{src,public}/**',
  'dashboard/*.*',
  'functions/src/{lib,http}/**',
  'package-lock.json',
]

/** The folder of the dashboard's build, named by the digest of its sources: stacks that start together share it. */
export function dashboardBuild(): string {
  const hash = createHash('sha256')
  for (const name of globSync(sources, { cwd: repoRoot }).sort()) {
    const file = path.join(repoRoot, name)
    if (statSync(file).isFile()) hash.update(name).update(readFileSync(file))
  }
  return path.join(cacheDir, 'dashboard', hash.digest('hex').slice(0, 16))
}
