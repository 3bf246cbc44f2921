import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isCounted, sizesOf, tableOf } from './sizes/count.ts'
import { repoRoot } from './stack/paths.ts'

// `node scripts/sizes.ts [--json]`: how large the project is, counted over the files that git tracks or would track.
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: repoRoot,
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
})
const files = [...new Set(listed.split('\0'))].filter(
  file => isCounted(file) && existsSync(path.join(repoRoot, file)),
)
const sizes = sizesOf(new Map(files.map(file => [file, readFileSync(path.join(repoRoot, file), 'utf8')])))
process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(sizes, null, 2) : tableOf(sizes)}\n`)
