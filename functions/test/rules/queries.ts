import { readdirSync, readFileSync } from 'node:fs'

export interface Query {
  collection: string
  /** Over every collection of that name. */
  group?: boolean
  filters: [field: string, operator: string][]
  order?: [field: string, direction: string][]
}

export interface SourceQuery {
  /** File and source, the values left out. */
  source: string
  /** Undefined when the source alone does not say: it goes on from a query made elsewhere, or computes its fields. */
  queries: Query[] | undefined
}

type Source = [name: string, source: string]
/** The names of constants, and the collections that they are. */
type Names = ReadonlyMap<string, string>

interface Link {
  method: string
  args: string
}

const methods =
  'collectionGroup|collection|doc|whereEither|where|orderBy|select|limitToLast|limit|after|startA(?:t|fter)|end(?:At|Before)'
const parentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`
const link = String.raw`\.\s*(?:${methods})${parentheses}\s*`

const literal = /^'([\w.]+)'$/
const comparison = /^'([\w.]+)',\s*'([^']+)'/
const alternative = /\['([\w.]+)',\s*'([^']+)'/g
const ordering = /^'([\w.]+)'(?:,\s*'(asc|desc)')?$/

/** Every TypeScript file of a folder that is no test: its name and text. */
export const sourcesIn = (folder: URL): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map(name => [name, readFileSync(new URL(name, folder), 'utf8')])

/** The store is left out: it builds queries from queries. */
const isStore = ([name]: Source): boolean => /^(lib|adapters\/firestore)\/store\.ts$/.test(name)

/** Every filtered or ordered query of the files. */
export function queriesOf(sources: readonly Source[]): SourceQuery[] {
  const declared = new Map(sources.map(([name, source]) => [name, declaredIn(source)]))
  return sources
    .filter(source => !isStore(source))
    .flatMap(file => queriesIn(file, new Map([...importedIn(file, declared), ...declaredIn(file[1])])))
}

/** `const threads = collection('threads/{threadId}', …)`: the last collection of the path. */
const declaredIn = (source: string): Names =>
  new Map(
    [...source.matchAll(/const (\w+) = collection\(\s*'(?:[^']*\/)?(\w+)\/\{\w+\}'/g)].map(
      ([, constant = '', collection = '']) => [constant, collection],
    ),
  )

const importedIn = ([name, source]: Source, declared: ReadonlyMap<string, Names>): Names =>
  new Map(
    [...source.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g)].flatMap(
      ([, names = '', from = '']) => {
        const there = declared.get(new URL(from, `file:///${name}`).pathname.slice(1))
        return names.split(',').flatMap(one => {
          const collection = there?.get(one.trim())
          return collection === undefined ? [] : [[one.trim(), collection] as const]
        })
      },
    ),
  )

function queriesIn([name, source]: Source, names: Names): SourceQuery[] {
  const beginning = String.raw`(?<![.\w])(${['(?!)', ...names.keys()].join('|')})(?:\s*\.(?:sound|any)\b)?(?:\s*\.all${parentheses}|\s*\.(group)\(\))?\s*`
  const named = String.raw`documentsIn\('(\w+)'(?:, (true))?\)\s*`
  const chains = [...source.matchAll(new RegExp(`(?:${beginning}|${named})?((?:${link})+)`, 'g'))]
    .map(([, constant = '', group, written, isGroup, chain = '']) => {
      const collection = names.get(constant) ?? written
      const begin = { method: group || isGroup ? 'collectionGroup' : 'collection', args: `'${collection}'` }
      return collection === undefined ? linksOf(chain) : [begin, ...linksOf(chain)]
    })
    .filter(links => links.some(isCondition))
  const read = chains.flat().filter(isCondition).length
  const written = [...source.matchAll(/\.\s*(?:where|whereEither|orderBy)\(/g)].length
  if (read !== written)
    throw new Error(`${name}: a where or orderBy is written in a way this test cannot read`)
  return numbered(
    chains.map(links => ({ source: `${name}: ${textOf(links)}`, queries: wholeQueries(links) })),
  )
}

/** Numbers queries that read the same, from the second on. */
const numbered = (found: SourceQuery[]): SourceQuery[] =>
  found.map(({ source, queries }, at) => {
    const earlier = found.slice(0, at).filter(other => other.source === source).length
    return { source: earlier === 0 ? source : `${source} (${earlier + 1})`, queries }
  })

const isCondition = ({ method }: Link): boolean => ['where', 'whereEither', 'orderBy'].includes(method)
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

/** One query for each alternative of `whereEither`: Firestore serves each from its own index. */
function wholeQueries(links: Link[]): Query[] | undefined {
  const start = links.findLastIndex(isCollection)
  const collection = literal.exec(links[start]?.args ?? '')?.[1]
  if (collection === undefined) return undefined
  const filters: Query['filters'] = []
  const order: Required<Query>['order'] = []
  let either: Query['filters'][] = [[]]
  for (const { method, args } of links.slice(start + 1).filter(isCondition)) {
    if (method === 'whereEither') {
      either = [...args.matchAll(alternative)].map(([, field = '', operator = '']) => [[field, operator]])
      if (either.length === 0) return undefined
      continue
    }
    const [, field, detail = 'asc'] = (method === 'where' ? comparison : ordering).exec(args) ?? []
    if (field === undefined) return undefined
    if (method === 'where') filters.push([field, detail])
    else order.push([field, detail])
  }
  const group = links[start]?.method === 'collectionGroup'
  return either.map(one => ({ collection, group, filters: [...filters, ...one], order }))
}
