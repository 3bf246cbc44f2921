import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const roots = ['functions/src/lib', 'dashboard/src']

/** The context is made of the ports of every feature. */
const context = 'functions/src/lib/context.ts'

/** An import between two entries of one folder, of types too, `from → to`, and a file that has it. */
export type Imports = Map<string, string>

/** In a formatted file: imports and exports, also when first needed. */
const specifiers = /^(?:import|export) (?:[\w*{},\s]+ from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** Imports below a folder, each pair at the place where their paths part. Files of one folder are dependency-cruiser's. */
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

/** One line for each cycle, with a file that is part of it. */
export function faultsOf(imports: Imports): string[] {
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
