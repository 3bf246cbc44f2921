import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '..')
const styles = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'))
const importOf = /import \{([^}]*)\} from '@mantine\/core'/g

test('every component that is used has its styles', () => {
  const everywhere = readFileSync(path.join(import.meta.dirname, 'styles.ts'), 'utf8')
  const used = globSync('**/*.tsx', { cwd: src }).flatMap(file => {
    const text = readFileSync(path.join(src, file), 'utf8')
    const names = [...text.matchAll(importOf)].flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? [])
    return names.map(name => ({ file, name, text }))
  })
  const styled = used.filter(({ name }) => existsSync(path.join(styles, `${name}.css`)))
  expect(styled.map(({ name }) => name)).toContain('Button')
  const lacks = ({ name, text }: { name: string; text: string }) =>
    ![everywhere, text].some(imports => imports.includes(`/${name}.css'`))
  expect(styled.filter(lacks).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

const declarations = globSync('**/*.css', { cwd: src }).flatMap(file => {
  const text = readFileSync(path.join(src, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)/g)].map(([, name = '', value = '']) => ({
    file,
    name,
    value,
  }))
})
const ofScale = /var\(--mantine-(?:spacing|shadow)-(?:[23]?xs|sm|md|lg|xl)\)/g

test('spaces and shadows are of one scale', () => {
  const spaces = declarations.filter(({ name }) =>
    /^((row-|column-)?gap|(padding|margin)(-.+)?|box-shadow)$/.test(name),
  )
  expect(spaces.length).toBeGreaterThan(100)
  const isElse = ({ value }: { value: string }) => /\d(px|r?em)|rgb|#/.test(value.replaceAll(ofScale, ''))
  expect(spaces.filter(isElse)).toEqual([])
})

/** Pixels of the scale. */
const steps = [0, 2, 4, 8, 12, 16, 24, 32]

test('spaces given to components in pixels are of the scale', () => {
  const props = globSync('**/*.tsx', { cwd: src }).flatMap(file =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/\s((?:gap|[pm][xytblrse]?)=\{(\d+)\})/g)].map(
      ([, prop, pixels]) => ({ file, prop, pixels: Number(pixels) }),
    ),
  )
  expect(props.length).toBeGreaterThan(0)
  expect(props.filter(({ pixels }) => !steps.includes(pixels))).toEqual([])
})

test('styles use one typeface, and no motion takes 150 milliseconds', () => {
  expect(declarations.filter(({ name, value }) => name === 'font-family' && value !== 'inherit')).toEqual([])
  const moving = declarations.filter(({ name }) => /^(--.*duration|transition|animation)/.test(name))
  expect(moving.length).toBeGreaterThan(0)
  const isLong = ({ value }: { value: string }) =>
    [...value.matchAll(/([\d.]+)(m?)s\b/g)].some(([, time, milli]) => Number(time) >= (milli ? 150 : 0.15))
  expect(moving.filter(isLong)).toEqual([])
})
