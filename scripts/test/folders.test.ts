import { expect, test } from 'vitest'
import { faultsOf } from '../checks/folders.ts'

const imports = (...pairs: string[]) => new Map(pairs.map(pair => [pair, `${pair.split(' → ')[0]}/file.ts`]))

test.each([
  ['one direction', imports('a → b', 'b → c', 'a → c'), []],
  ['two folders', imports('a → b', 'b → a'), ['closes the cycle']],
  ['a long way round', imports('a → b', 'b → c', 'c → a', 'c → d'), ['closes the cycle']],
])('%s', (_name, between, faults) => {
  expect(faultsOf(between)).toEqual(faults.map(fault => expect.stringMatching(fault)))
})
