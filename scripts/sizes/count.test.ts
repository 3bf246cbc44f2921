import { expect, test } from 'vitest'
import { sizesOf, tableOf } from './count.ts'

const block = (indent: string) =>
  ['one(1)', 'two(2)', 'three(3)', '', 'four(4)', 'five(5)', 'six(6)'].map(line => indent + line).join('\n')
const ports = `
    items: () => stored(import('./items.ts'), (it, db) => it.items(db)),
    messages: () =>
      stored(import('./messages.ts'), (it, db) => it.messages(db)),
    mailer: async () => (await import('./mailer.ts')).mailer(),
`
const sizes = sizesOf(
  new Map([
    ['functions/src/a.ts', `start()\n${block('')}\nend()\n`],
    ['functions/src/a.test.ts', 'test()\n'],
    ['functions/test/b.ts', `${block('  ')}\nother()\n`],
    ['functions/src/composition-ports.ts', ports],
    ['bench/c.ts', 'one(1)\ntwo(2)\nthree(3)\nfour(4)\nfive(5)\n'],
    ['README.md', 'three words here\n'],
    ['docs/runbook.md', 'two words\n'],
    ['docs/contract.md', 'one two three four\n'],
  ]),
)

test('lines are counted by wing, tests apart wherever they stand', () => {
  expect(sizes.lines.functions).toEqual({ production: 9 + 5, tests: 1 + 8 })
  expect(sizes.lines.bench).toEqual({ production: 5, tests: 0 })
})

test('words are counted, those of specification and contract apart', () => {
  expect(sizes.words).toEqual({ documents: 5, 'of them runbook': 2, specification: 0, contract: 4 })
})

test('a storage port is one that is built with `stored`', () => {
  expect(sizes.storagePorts).toBe(2)
})

test('six lines that stand twice are two places, five are none', () => {
  expect(sizes.repeatedPlaces).toBe(2)
})

test('the table has a line a figure', () => {
  expect(tableOf(sizes).split('\n')).toEqual(
    expect.arrayContaining(['functions                14         9', 'storage ports             2']),
  )
})
