import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { repoRoot } from '../stack/paths.ts'
// The parameters and secrets that each vendor needs, and what does not work without them.
import vendors from './vendors.json' with { type: 'json' }

type Values = Readonly<Record<string, string | undefined>>

/** The vendors that lack a value, each with the names of what it lacks. */
export const vendorGaps = (values: Values): { name: string; without: string; lacks: string[] }[] =>
  vendors
    .map(({ name, without, needs }) => ({ name, without, lacks: needs.filter(one => !values[one]) }))
    .filter(({ lacks }) => lacks.length > 0)

/** The parameters of a deployment that differ from their defaults: `functions/.env.<project>`. */
export function parametersOf(project: string, folder = path.join(repoRoot, 'functions')): Values {
  const file = path.join(folder, `.env.${project}`)
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}
