import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '..')
const styles = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'))
const importOf = /import \{([^}]*)\} from '@mantine\/core'/g

test('every component that is used has its styles', () => {
  const sources = globSync('**/*.tsx', { cwd: src }).map(file => readFileSync(path.join(src, file), 'utf8'))
  const names = new Set(
    sources.flatMap(text =>
      [...text.matchAll(importOf)].flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? []),
    ),
  )
  const styled = [...names].filter(name => existsSync(path.join(styles, `${name}.css`)))
  expect(styled).toContain('Button')
  const imported = readFileSync(path.join(import.meta.dirname, 'styles.ts'), 'utf8')
  expect(styled.filter(name => !imported.includes(`/${name}.css'`))).toEqual([])
})
