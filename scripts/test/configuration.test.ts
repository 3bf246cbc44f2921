import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { params, secrets } from '../../functions/src/config.ts'
import {
  createdFunctions,
  type FunctionRow,
  httpsFunctions,
  scheduledFunctions,
  writtenFunctions,
} from '../../functions/src/functions.ts'
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
  const rows: FunctionRow[] = [
    httpsFunctions,
    createdFunctions,
    writtenFunctions,
    scheduledFunctions,
  ].flatMap(table => Object.values<FunctionRow>(table))
  expect(rows.reduce((sum, { size }) => sum + size.cpu * size.maxInstances, 0)).toBeLessThanOrEqual(20)
})
