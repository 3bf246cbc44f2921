import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// A page can be opened by its address, with no other page's texts loaded: a missing text shows as its key.
const source = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(file, 'utf8')

const namesIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].flatMap(([, name]) =>
    name?.startsWith('.') && /\.tsx?$/.test(name) ? path.resolve(path.dirname(file), name) : [],
  )
const imports = (file: string) => namesIn(file, /^(?:import|export)(?! type)[^;'()]*'([^']+)'/gm)
const lazyImports = (file: string) => namesIn(file, /\bimport\('([^']+)'\)/g)

function closure(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  for (const imported of imports(file)) closure(imported, files)
  return files
}

/** The keys in use, those of templates up to their first value: `items.kinds.`. */
const keysIn = (file: string): string[] =>
  [...read(file).matchAll(/\bt\(\s*['`]([a-zA-Z][\w.-]*)/g)].flatMap(([, key]) => key ?? [])

/** The keys that these catalogues have, by their indentation. */
function textsIn(files: Iterable<string>): string[] {
  const keys: string[] = []
  for (const file of files) {
    if (path.dirname(file) !== import.meta.dirname) continue
    const parents: string[] = []
    for (const [, indent = '', name = '', rest] of read(file).matchAll(/^( {2,})'?([\w-]+)'?:(.*)$/gm)) {
      parents.splice(indent.length / 2 - 1, Infinity, name)
      if (rest !== ' {') keys.push(parents.join('.'))
    }
  }
  return keys
}

function missing(file: string, loaded: ReadonlySet<string>, pageFiles = new Set<string>()): string[] {
  if (pageFiles.has(file)) return []
  pageFiles.add(file)
  const own = closure(file)
  const all = new Set([...loaded, ...own])
  const texts = textsIn(all)
  const here = [...own].flatMap(one =>
    keysIn(one)
      .filter(key => !texts.some(text => text.startsWith(key) || key.startsWith(`${text}.`)))
      .map(key => `${path.relative(source, one)}: ${key}`),
  )
  return [...here, ...[...own].flatMap(lazyImports).flatMap(lazy => missing(lazy, all, pageFiles))]
}

const main = closure(path.join(source, 'main.tsx'))

it.each(lazyImports(path.join(source, 'app/page-code.ts')).map(file => path.relative(source, file)))(
  '%s loads every text that it shows',
  page => {
    expect(new Set(missing(path.join(source, page), main))).toEqual(new Set())
  },
)

it('the check finds a text that is not loaded', () => {
  const dialog = path.join(source, 'batches/paste-form.tsx')
  expect(missing(dialog, new Set())).toContain('batches/paste-form.tsx: batches.pairs')
})
