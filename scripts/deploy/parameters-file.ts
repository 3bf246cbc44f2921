import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { dotenv } from '../stack/parameters.ts'
import { repoRoot } from '../stack/paths.ts'
import { vendors } from '../stack/vendors.ts'
import { chosen } from './plan.ts'

/** The purpose of each parameter and secret: the points of docs/configuration.md without their defaults, by name. */
export function explanations(): Map<string, { what: string; secret: boolean }> {
  const rows = readFileSync(path.join(repoRoot, 'docs', 'configuration.md'), 'utf8').split('\n')
  return new Map(
    rows
      .filter(row => row.startsWith('- `'))
      .flatMap(row => {
        const [, names = '', what = ''] = /^- (.*?): (.*?)(?:\. \*\*.*\*\*)?$/.exec(row) ?? []
        return [...names.matchAll(/`([A-Z0-9_]+)`(\*?)/g)].map(
          ([, name = '', star]) => [name, { what: plain(what), secret: star === '*' }] as const,
        )
      }),
  )
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()

export interface Declared {
  readonly name: string
  readonly default: string
}

/**
 * Adds missing parameters to a project's dotenv file, each with its purpose; existing lines stay. Returns what was
 * added.
 */
export function writeParameters(
  functionsDir: string,
  project: string,
  declared: readonly Declared[],
): string[] {
  const file = path.join(functionsDir, `.env.${project}`)
  const known = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : undefined
  const missing = inOrder(declared.filter(({ name }) => known?.[name] === undefined))
  const text = missing.map((one, at) => entryOf(one, project, missing[at - 1]?.what)).join('')
  if (!known) writeFileSync(file, heading(project) + text)
  else if (missing.length > 0) appendFileSync(file, text)
  return missing.map(({ name }) => name)
}

type Explained = Declared & { what: string }

/** In the order of docs/configuration.md, so that related ones are together. */
function inOrder(declared: readonly Declared[]): Explained[] {
  const texts = explanations()
  const order = [...texts.keys()]
  return declared
    .map(one => ({ ...one, what: texts.get(one.name)?.what ?? '' }))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

const heading = (
  project: string,
): string => `# The parameters of the functions in ${project}; docs/configuration.md says more of each.
# A deployment asks nothing, so every parameter stands here. Nothing here is secret: commit it.
`

function entryOf({ name, default: byDefault, what }: Explained, project: string, before?: string): string {
  const needing = vendors.filter(({ parameters }) => parameters.includes(name)).map(vendor => vendor.name)
  const needed = needing.length > 0 ? `, needed for: ${needing.join(', ')}` : ''
  // Hosting's default domain, until the platform has its own.
  const value = name === 'PUBLIC_URL' ? `https://${project}.web.app` : chosen.has(name) ? '' : byDefault
  return [
    ...(what === before ? [] : ['', `# ${what}`]),
    `# default: ${byDefault === '' ? 'nothing' : byDefault}${needed}`,
    dotenv({ [name]: value }),
  ].join('\n')
}
