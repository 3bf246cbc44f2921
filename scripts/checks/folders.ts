import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** Imports against the direction. They stand until the store and the connecting job replace both sides; the list only gets shorter. */
const standing: Record<string, string[]> = {
  'functions/src/lib': [
    'chat/channels → chat/delivery',
    'chat/channels → chat/files',
    'chat/channels → chat/ota',
    'chat/channels → chat/reachability',
    'chat/delivery → chat/files',
    'chat/desk → chat/opening',
    'chat/desk → chat/posting',
    'chat/files → chat/attachments',
    'chat/inbound → chat/opening',
    'chat/merging → chat/inbound',
    'chat/merging → chat/posting',
    'chat/posting → chat/delivery',
    'chat/posting → chat/files',
    'chat/posting → chat/inbound',
    'chat/posting → chat/ota',
    'chat/thread.ts → chat/ota',
    'connection/attempt → connection/steps',
    'connection/mapping → connection/review',
    'connection/requests → connection/connect-property.ts',
    'connection/requests → connection/steps',
    'connection/review → connection/channels',
    'connection/review → connection/steps',
    'connection/watch → connection/channels',
    'request-limit.ts → chat',
    'reservations → chat',
    'reservations → connection',
  ],
  'dashboard/src': [],
}

/** An import of values between two entries of one folder, `from → to`, and a file that has it. */
export type Imports = Map<string, string>

const isOnlyTypes = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  const clause = ts.isImportDeclaration(node) ? node.importClause : node
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  if (
    clause && ts.isImportClause(clause)
      ? clause.phaseModifier === ts.SyntaxKind.TypeKeyword
      : clause?.isTypeOnly
  )
    return true
  if (!named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return false
  return named.elements.length > 0 && named.elements.every(({ isTypeOnly }) => isTypeOnly)
}

/** Paths of the modules whose values a file imports, also when first needed. */
function modulesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? isOnlyTypes(node)
          ? undefined
          : node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
      found.push(path.join(path.dirname(file), specifier.text))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Imports below a folder, each pair at the place where their paths part. Files of one folder are dependency-cruiser's. */
function importsBelow(root: string): Imports {
  const imports: Imports = new Map()
  const files = globSync(`${root}/**/*.{ts,tsx}`).filter(file => !/\.test\.tsx?$/.test(file))
  for (const file of files)
    for (const to of modulesOf(file)) {
      const [own, other] = [file, to].map(one => path.relative(root, one).split('/')) as [string[], string[]]
      const depth = own.findIndex((part, at) => part !== other[at])
      const isBetweenFiles = depth === own.length - 1 && depth === other.length - 1
      if (depth < 0 || other[0] === '..' || isBetweenFiles) continue
      imports.set([own, other].map(parts => parts.slice(0, depth + 1).join('/')).join(' → '), file)
    }
  return imports
}

/** The shortest way along imports by which an import's target leads back to its origin; undefined without one. */
function wayBack(pair: string, imports: Imports): string[] | undefined {
  const [origin, target] = pair.split(' → ') as [string, string]
  const ways = [[target]]
  const visited = new Set([target])
  for (const way of ways) {
    if (way.at(-1) === origin) return way
    for (const other of imports.keys()) {
      const [from, to] = other.split(' → ') as [string, string]
      if (from !== way.at(-1) || visited.has(to)) continue
      visited.add(to)
      ways.push([...way, to])
    }
  }
  return undefined
}

/** One line for each cycle, with a file that is part of it, and for each listed import that closes none any more. */
export function faultsOf(imports: Imports, listed: readonly string[]): string[] {
  const others = new Map([...imports].filter(([pair]) => !listed.includes(pair)))
  const faults = new Map<string, string>()
  for (const [pair, file] of others) {
    const way = wayBack(pair, others)
    if (way) faults.set([...way].sort().join(), `${file} closes the cycle ${[...way, way[0]].join(' → ')}`)
  }
  for (const pair of listed)
    if (!imports.has(pair) || !wayBack(pair, imports))
      faults.set(pair, `${pair} closes no cycle any more: take it off the list`)
  return [...faults.values()]
}

if (import.meta.main) {
  const faults = Object.entries(standing).flatMap(([root, listed]) => faultsOf(importsBelow(root), listed))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
