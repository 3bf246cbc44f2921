import { expect, test } from 'vitest'
import { parseWithStackArguments } from '../stack/with-stack-arguments.ts'

test('options come before the command, whose own options are left alone', () => {
  expect(
    parseWithStackArguments(['--seed', '--env', 'A=1', '--env', 'B=x=y', 'vitest', 'run', '--seed']),
  ).toEqual({
    command: ['vitest', 'run', '--seed'],
    seed: true,
    onlyFirestore: false,
    withoutSchedules: false,
    parameters: { A: '1', B: 'x=y' },
  })
})

test('options reduce the system to Firestore, and switch schedules off', () => {
  const small = parseWithStackArguments(['--only', 'firestore', '--no-schedules', 'true'])
  expect(small).toMatchObject({ command: ['true'], onlyFirestore: true, withoutSchedules: true })
})

test('-- ends the options', () => {
  expect(parseWithStackArguments(['--logs', 'out', '--', '--odd'])).toMatchObject({
    command: ['--odd'],
    logDir: 'out',
  })
})

test.each([[[]], [['--env', 'lower=1', 'x']], [['--unknown', 'x']], [['--only', 'auth', 'x']], [['--logs']]])(
  'refuses %j',
  argv => {
    expect(() => parseWithStackArguments(argv)).toThrow()
  },
)
