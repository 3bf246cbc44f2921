import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { params, secrets } from '../../functions/src/config.ts'
import { endpoints } from '../../functions/test/support/deployed.ts'
import { repoRoot } from '../stack/paths.ts'

const namesOf = (declared: Record<string, { name: string }>): string[] =>
  Object.values(declared)
    .map(({ name }) => name)
    .sort()

test('docs/configuration.md explains what config.ts declares, and nothing else', () => {
  const text = readFileSync(path.join(repoRoot, 'docs', 'configuration.md'), 'utf8')
  const named = [...text.matchAll(/^- (.*?): ./gm)].flatMap(([, names = '']) => [
    ...names.matchAll(/`([A-Z0-9_]+)`(\*?)/g),
  ])
  const explained = (star: string) => named.filter(one => one[2] === star).map(([, name]) => name)
  expect(explained('').sort()).toEqual(namesOf(params))
  expect(explained('*').sort()).toEqual(namesOf(secrets))
})

test('all instances of all functions fit into the quota of CPUs of a new project', () => {
  const sum = [...endpoints.values()].reduce((sum, { cpu, maxInstances }) => sum + cpu * maxInstances, 0)
  expect(sum).toBeLessThanOrEqual(20)
})
