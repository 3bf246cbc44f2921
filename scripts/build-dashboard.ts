import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { repoRoot } from './stack/paths.ts'

/** Builds the dashboard into `dashboard/dist`, unless what it is made of is as it was at the last build. */
const dashboard = path.join(repoRoot, 'dashboard')
const stamp = path.join(dashboard, 'dist', '.made-of')

/** What the pages share with the API comes from the functions' sources. */
const sources = [
  'dashboard/{src,public}/**',
  'dashboard/*.*',
  'functions/src/{lib,http}/**',
  'package-lock.json',
]

function fingerprint(): string {
  const files = globSync(sources, { cwd: repoRoot }).sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const absolute = path.join(repoRoot, file)
    if (statSync(absolute).isFile()) hash.update(file).update(readFileSync(absolute))
  }
  return hash.digest('hex')
}

const made = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) {
  await build({ configFile: path.join(dashboard, 'vite.config.ts'), logLevel: 'warn' })
  writeFileSync(stamp, made)
}
