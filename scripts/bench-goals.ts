import { readFileSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { benches } from '../bench/catalogue.ts'
import { verdict } from './checks/goals.ts'
import { cacheDir, repoRoot } from './stack/paths.ts'

// The end of `npm run test:all`: every bench, or the benches that are named. A bench that misses a goal runs again, up
// to three times; two misses of a goal fail the command.
const json = path.join(cacheDir, 'bench-goals.json')
const results = z.array(z.object({ name: z.string(), ok: z.boolean() }))

async function missedBy(bench: string): Promise<string[]> {
  await execa('node', ['bench/main.ts', bench, '--json', json], {
    cwd: repoRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const rows = results.parse(JSON.parse(readFileSync(json, 'utf8')))
  return rows.filter(({ ok }) => !ok).map(({ name }) => name)
}

const failed: string[] = []
const named = process.argv.slice(2)
for (const bench of named.length > 0 ? named : Object.keys(benches)) {
  const missed: string[][] = []
  do missed.push(await missedBy(bench))
  while (verdict(missed) === 'again')
  if (verdict(missed) === 'missed') failed.push(bench)
}
console.log(failed.length > 0 ? `Goals are missed twice: ${failed.join(', ')}.` : 'Every goal is reached.')
process.exitCode = failed.length > 0 ? 1 : 0
