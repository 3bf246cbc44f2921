import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import manifest from '../functions/package.json' with { type: 'json' }
import { repoRoot } from './stack/paths.ts'

// Writes `functions/package-lock.json`. The root's lock pins the functions, which are a workspace, but is not uploaded
// with them, and the cloud must install the versions that were tested. Run this after a change of the functions'
// dependencies.
const entry = z.looseObject({ link: z.boolean().optional() })
const lock = z.object({ packages: z.record(z.string(), entry) })

/** The root's lock as if the functions were the root: npm keeps its versions and drops what they do not need. */
const text = readFileSync(path.join(repoRoot, 'package-lock.json'), 'utf8')
const locked = Object.entries(lock.parse(JSON.parse(text)).packages)
const hoisted = locked.filter(([at, { link }]) => at.startsWith('node_modules/') && !link)
// A version that only the functions use is below their folder.
const own = locked
  .filter(([at]) => at.startsWith('functions/node_modules/'))
  .map(([at, entry]) => [at.slice('functions/'.length), entry])
const { name, version, dependencies, engines } = manifest
const root = [['', { name, version, dependencies, engines }]]
const packages = Object.fromEntries([...root, ...hoisted, ...own])

const dir = mkdtempSync(path.join(tmpdir(), 'lock-functions-'))
try {
  const seed = { name, version, lockfileVersion: 3, requires: true, packages }
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(dir, 'package-lock.json'), JSON.stringify(seed, null, 2))
  const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...flags], {
    cwd: dir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  copyFileSync(path.join(dir, 'package-lock.json'), path.join(repoRoot, 'functions', 'package-lock.json'))
} finally {
  rmSync(dir, { recursive: true, force: true })
}
