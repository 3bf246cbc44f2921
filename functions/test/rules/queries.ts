import { readdirSync, readFileSync } from 'node:fs'

export interface Query {
  collection: string
  /** Over every collection of that name. */
  group?: boolean
  filters: [field: string, operator: string][]
  order?: [field: string, direction: string][]
}

export interface Found {
  /** File and source, the values left out. */
  source: string
  /** Undefined when the source alone does not say: it goes on from a query made elsewhere, or computes its fields. */
  query: Query | undefined
}

interface Link {
  method: string
  args: string
}

const methods =
  'collectionGroup|collection|doc|where|orderBy|select|limitToLast|limit|startA(?:t|fter)|end(?:At|Before)'
const parentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`
const link = String.raw`\.\s*(?:${methods})${parentheses}\s*`

const literal = /^'([\w.]+)'$/
const comparison = /^'([\w.]+)',\s*'([^']+)'/
const ordering = /^'([\w.]+)'(?:,\s*'(asc|desc)')?$/

/** Every TypeScript file of a folder that is no test: its name and text. */
export const sourcesIn = (folder: URL): [name: string, source: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map(name => [name, readFileSync(new URL(name, folder), 'utf8')])

/** Every filtered or ordered query of a file. */
export function queriesOf(name: string, source: string): Found[] {
  const chains = [...source.matchAll(new RegExp(`(?:${link})+`, 'g'))]
    .map(([chain]) => linksOf(chain))
    .filter(links => links.some(isCondition))
  const read = chains.flat().filter(isCondition).length
  const written = [...source.matchAll(/\.\s*(?:where|orderBy)\(/g)].length
  if (read !== written)
    throw new Error(`${name}: a where or orderBy is written in a way this test cannot read`)
  return numbered(chains.map(links => ({ source: `${name}: ${textOf(links)}`, query: queryOf(links) })))
}

/** The second of two that read the same is another one. */
const numbered = (found: Found[]): Found[] =>
  found.map(({ source, query }, at) => {
    const earlier = found.slice(0, at).filter(other => other.source === source).length
    return { source: earlier === 0 ? source : `${source} (${earlier + 1})`, query }
  })

const isCondition = ({ method }: Link): boolean => method === 'where' || method === 'orderBy'
const isCollection = ({ method }: Link): boolean => method.startsWith('collection')

const linksOf = (chain: string): Link[] =>
  [...chain.matchAll(new RegExp(link, 'g'))].map(([whole]) => ({
    method: /\w+/.exec(whole)?.[0] ?? '',
    args: whole.slice(whole.indexOf('(') + 1, whole.lastIndexOf(')')).trim(),
  }))

/** `.where('status', '==')`: the same when only the value changes. */
const textOf = (links: Link[]): string =>
  links
    .filter(of => isCondition(of) || isCollection(of))
    .map(({ method, args }) => `.${method}(${args.split(',').slice(0, 2).join(',')})`)
    .join('')

function queryOf(links: Link[]): Query | undefined {
  const start = links.findLastIndex(isCollection)
  const collection = literal.exec(links[start]?.args ?? '')?.[1]
  if (collection === undefined) return undefined
  const filters: Query['filters'] = []
  const order: Required<Query>['order'] = []
  for (const { method, args } of links.slice(start + 1).filter(isCondition)) {
    const [, field, detail = 'asc'] = (method === 'where' ? comparison : ordering).exec(args) ?? []
    if (field === undefined) return undefined
    if (method === 'where') filters.push([field, detail])
    else order.push([field, detail])
  }
  return { collection, group: links[start]?.method === 'collectionGroup', filters, order }
}
