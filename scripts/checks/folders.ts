import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Exceptions: imports that close a cycle. The list only gets shorter. */
const standing: Record<string, string[]> = {
  'functions/src/lib': [
    'chat/delivery → chat/files',
    'chat/delivery → chat/posting',
    'chat/ports.ts → chat/inbound',
    'chat/ports.ts → chat/posting',
    'chat/posting → chat/files',
    'chat/posting → chat/inbound',
    'reservations → chat',
    'reservations → connection',
  ],
  'dashboard/src': ['live → inbox', 'outbox → inbox'],
}

/** The context is made of the ports of every feature. */
const context = 'functions/src/lib/context.ts'

/** An import between two entries of one folder, of types too, `from → to`, and a file that has it. */
export type Imports = Map<string, string>

/** Imports of a formatted file: static, by re-export, and dynamic. */
const specifiers = /^(?:import|export) (?:[\w*{},\s]+ from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/**
 * Imports below a folder, each as a pair of entries of the folder where their paths part. dependency-cruiser checks
 * files of one folder.
 */
function importsBelow(root: string): Imports {
  const imports: Imports = new Map()
  for (const file of globSync(`${root}/**/!(*.test).{ts,tsx}`)) {
    if (file === context) continue
    for (const [, fixed, lazy = ''] of readFileSync(file, 'utf8').matchAll(specifiers)) {
      const own = path.relative(root, file).split('/')
      const other = path.relative(root, path.join(file, '..', fixed ?? lazy)).split('/')
      const depth = own.findIndex((part, at) => part !== other[at])
      const isBetweenFiles = depth === own.length - 1 && depth === other.length - 1
      if (depth < 0 || other[0] === '..' || isBetweenFiles) continue
      imports.set([own, other].map(parts => parts.slice(0, depth + 1).join('/')).join(' → '), file)
    }
  }
  return imports
}

/** A way along imports from one entry to another; undefined without one. */
function wayFrom(
  entry: string,
  target: string,
  imports: Imports,
  visited = new Set<string>(),
): string[] | undefined {
  if (entry === target) return [entry]
  visited.add(entry)
  for (const pair of imports.keys()) {
    const [from, to = ''] = pair.split(' → ')
    const way = from === entry && !visited.has(to) && wayFrom(to, target, imports, visited)
    if (way) return [entry, ...way]
  }
  return undefined
}

/** The way on from an import's target back to its origin. */
function wayBack(pair: string, imports: Imports) {
  const [origin = '', target = ''] = pair.split(' → ')
  return wayFrom(target, origin, imports)
}

/**
 * One line for each cycle, with a file that is part of it, and for each listed import that closes no cycle any more.
 */
export function faultsOf(imports: Imports, listed: readonly string[]): string[] {
  const others = new Map([...imports].filter(([pair]) => !listed.includes(pair)))
  const faults = new Map<string, string>()
  for (const [pair, file] of imports) {
    const way = wayBack(pair, imports)
    if (way) faults.set([...way].sort().join(), `${file} closes the cycle ${[...way, way[0]].join(' → ')}`)
  }
  return [...faults.values()]
}

if (import.meta.main) {
  const faults = roots.flatMap(root => faultsOf(importsBelow(root)))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
