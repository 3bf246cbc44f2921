import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { repoRoot } from '../stack/paths.ts'

const read = (file: string): unknown => parse(readFileSync(path.join(repoRoot, '.github', file), 'utf8'))
const workflow = z.object({
  jobs: z.object({ test: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
})

test.each([
  ['ci.yml', 'npm test'],
  ['daily.yml', 'npm run test:all'],
])('%s ends with the commands that a person types', (file, command) => {
  const { steps } = workflow.parse(read(`workflows/${file}`)).jobs.test
  expect(steps.flatMap(({ run }) => run ?? []).slice(-2)).toEqual(['npm ci', command])
})

test('every dependency belongs to one group of updates', () => {
  const group = z.object({
    patterns: z.array(z.string()),
    'exclude-patterns': z.array(z.string()).default([]),
  })
  const npm = z.looseObject({ 'package-ecosystem': z.literal('npm'), groups: z.record(z.string(), group) })
  const { updates } = z.object({ updates: z.tuple([npm], z.unknown()) }).parse(read('dependabot.yml'))
  const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) })
  const { devDependencies } = manifest.parse(
    JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')),
  )
  for (const name of Object.keys(devDependencies)) {
    const groups = Object.values(updates[0].groups).filter(
      one => one.patterns.some(fits(name)) && !one['exclude-patterns'].some(fits(name)),
    )
    expect(groups, name).toHaveLength(1)
  }
})

const fits =
  (name: string) =>
  (pattern: string): boolean =>
    path.matchesGlob(name, pattern) || (pattern === '*' && name !== '')
