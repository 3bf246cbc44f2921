import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from './firebase-config.ts'
import { repoRoot } from './paths.ts'

/** The project to deploy to: `--project ID` or `-P ID`, an alias of .firebaserc, or its default. */
export function deployProject(argv: string[]): string | undefined {
  const at = argv.findIndex(word => word === '--project' || word === '-P')
  const joined = argv.find(word => word.startsWith('--project='))?.slice('--project='.length)
  const aliases = firebaseAliases()
  const named = joined ?? (at >= 0 ? argv[at + 1] : undefined)
  return named === undefined ? aliases.default : (aliases[named] ?? named)
}

/** What `npm start` runs; `demo-` keeps firebase-tools from ever reaching a real project. */
export const localProject = 'demo-channel-chat'

export function isDemoProject(project: string): boolean {
  return project.startsWith('demo-')
}

function firebaseAliases(): Record<string, string> {
  const file = path.join(repoRoot, '.firebaserc')
  if (!existsSync(file)) return {}
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const projects = isObject(parsed) && isObject(parsed.projects) ? parsed.projects : {}
  return Object.fromEntries(Object.entries(projects).map(([alias, id]) => [alias, String(id)]))
}
