import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
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
  return firebaserc.parse(JSON.parse(readFileSync(file, 'utf8'))).projects
}

const firebaserc = z.object({ projects: z.record(z.string(), z.string()).default({}) })
