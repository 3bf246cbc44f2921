import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the engine stays under 1,600 lines of code, without word lists', () => {
  const files = readdirSync(import.meta.dirname).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const lines = files.flatMap(name => readFileSync(new URL(name, import.meta.url), 'utf8').split('\n'))
  expect(files).toContain('match-names.ts')
  expect(lines.filter(line => !/^\s*(?:\/\/|\/\*|\*|$)/.test(line)).length).toBeLessThan(1_600)
})
