import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { files } from '../monitoring/files.ts'
import { anchorOf, metrics, policies } from '../monitoring/table.ts'
import { repoRoot } from '../stack/paths.ts'

const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8')

it('the files are those that the table makes', () => {
  for (const [name, content] of Object.entries(files()))
    expect(JSON.parse(read(`ops/monitoring/${name}`)), `npm run monitoring -- --write, for ${name}`).toEqual(
      JSON.parse(JSON.stringify(content)),
    )
})

it('each alert names a section that the runbook has', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, words = '']) => words)
  const anchors = headings.map(anchorOf)
  for (const { runbook } of Object.values(policies)) expect(anchors).toContain(anchorOf(runbook))
})

it('each alert and each tile reads metrics that there are', () => {
  const read = JSON.stringify([files()['alert-policies.json'], files()['dashboard.json']])
  const named = new Set([...read.matchAll(/user\/(\w+)/g)].map(([, name = '']) => name))
  expect([...named].filter(name => !(name in metrics))).toEqual([])
  expect(Object.keys(metrics).filter(name => !named.has(name))).toEqual([])
})
