import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/** npm drops them when it edits a lock beside an installed tree, and `npm ci` then refuses the lock. */
test.each(['package-lock.json', 'functions/package-lock.json'])('%s has every optional package', file => {
  const url = new URL(`../../${file}`, import.meta.url)
  const { packages } = JSON.parse(readFileSync(url, 'utf8')) as LockFile
  const locked = new Set(
    Object.keys(packages).map(path => path.slice(path.lastIndexOf('node_modules/') + 13)),
  )
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(wanted.filter(name => !locked.has(name))).toEqual([])
})
