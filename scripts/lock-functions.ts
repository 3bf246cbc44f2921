import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repoRoot } from './stack/paths.ts'

/**
 * Writes `functions/package-lock.json`. The functions are a workspace here, so the root's lock pins them; they are
 * uploaded without it, and what is built from them in the cloud must be what was tested. Run it after a change of
 * their dependencies.
 */
function lockFunctions(): void {
  const dir = mkdtempSync(path.join(tmpdir(), 'lock-functions-'))
  try {
    const manifest = readJson(path.join(repoRoot, 'functions', 'package.json'))
    const rootLock = readJson(path.join(repoRoot, 'package-lock.json'))
    writeJson(path.join(dir, 'package.json'), manifest)
    writeJson(path.join(dir, 'package-lock.json'), seedOf(manifest, rootLock))
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
}

type Json = Record<string, unknown>

/** The root's lock as if the functions were the root: npm keeps its versions and drops what they do not need. */
function seedOf(manifest: Json, rootLock: Json): Json {
  const { name, version, dependencies, engines } = manifest
  const entries = Object.entries(isObject(rootLock.packages) ? rootLock.packages : {})
  const hoisted = entries.filter(([at, entry]) => at.startsWith('node_modules/') && !isLink(entry))
  // Where the functions have a version of their own, it stands below their folder.
  const own = entries
    .filter(([at]) => at.startsWith('functions/node_modules/'))
    .map(([at, entry]) => [at.slice('functions/'.length), entry] as const)
  const packages = {
    '': { name, version, dependencies, engines },
    ...Object.fromEntries(hoisted),
    ...Object.fromEntries(own),
  }
  return { name, version, lockfileVersion: 3, requires: true, packages }
}

const isLink = (entry: unknown): boolean => isObject(entry) && entry.link === true

function readJson(file: string): Json {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isObject(value)) throw new Error(`${file} is not an object.`)
  return value
}

const writeJson = (file: string, value: Json): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

lockFunctions()

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
