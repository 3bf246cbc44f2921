import { expect, test } from 'vitest'
import { faultsOf } from '../checks/folders.ts'

const imports = (...pairs: string[]) => new Map(pairs.map(pair => [pair, `${pair.split(' → ')[0]}/file.ts`]))

test.each([
  ['one direction', imports('a → b', 'b → c', 'a → c'), [], []],
  ['two folders', imports('a → b', 'b → a'), [], ['closes the cycle']],
  ['a long way round', imports('a → b', 'b → c', 'c → a', 'c → d'), [], ['closes the cycle']],
  ['a listed import', imports('a → b', 'b → a'), ['b → a'], []],
  ['a new cycle beside a listed one', imports('a → b', 'b → a', 'b → c', 'c → b'), ['b → a'], ['b → c → b']],
  ['a listed import that is gone', imports('a → b'), ['b → a'], ['take it off']],
  ['a listed import whose cycle is gone', imports('b → a'), ['b → a'], ['take it off']],
])('%s', (_name, found, listed, faults) => {
  expect(faultsOf(found, listed)).toEqual(
    faults.map(fault => expect.stringMatching(fault.replace('b → c → b', '(b → c → b|c → b → c)'))),
  )
})
