import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { ancestorsToWatch } from '../stack/ancestors.ts'
import { ageOf, belonging, markedByPs, processTable } from '../stack/process-table.ts'

const entry = (pid: number, ppid: number, marked = false) => ({ pid, ppid, started: String(pid), marked })

test('children of children belong, and marked processes wherever they hang', () => {
  const table = [
    entry(1, 0),
    entry(10, 1),
    entry(11, 10),
    entry(12, 11),
    entry(20, 1, true),
    entry(21, 20),
    entry(30, 1),
  ]
  expect(belonging(table, new Set([10])).map(({ pid }) => pid)).toEqual([10, 11, 12, 20, 21])
})

test('the table holds this process', () => {
  const self = processTable('').find(({ pid }) => pid === process.pid)
  expect(self).toMatchObject({ ppid: process.ppid, started: expect.stringMatching(/./) })
})

test('a process tells its age, and is found by what its environment holds', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, TABLE_TEST: 'some-mark' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const find = () => processTable('TABLE_TEST=some-mark').find(({ marked }) => marked)
  await expect.poll(() => find()?.pid).toBe(child.pid)
  await expect.poll(() => ageOf(find() ?? fail())).toBeGreaterThan(1)
  expect(ageOf(find() ?? fail())).toBeLessThan(100)
  // Slim images have no ps.
  const byPs = markedByPs('TABLE_TEST=some-mark')
  if (byPs.size > 0 || process.platform !== 'linux') expect([...byPs]).toEqual([child.pid])
  expect(markedByPs('TABLE_TEST=some').size).toBe(0)
})

const fail = (): never => {
  throw new Error('it is not there')
}

const chain = (...commands: string[]) => {
  const look = (pid: number) =>
    pid > 1 && commands[pid - 2] !== undefined
      ? { pid, ppid: pid + 1, command: commands[pid - 2] ?? '' }
      : undefined
  return ancestorsToWatch(2, look).map(({ command }) => command)
}

test('behind npm, both its shell and npm itself are watched, and nothing above', () => {
  expect(chain('sh -c node scripts/start.ts', 'npm run start', '-bash')).toEqual([
    'sh -c node scripts/start.ts',
    'npm run start',
  ])
})

test('without npm only the parent is watched', () => {
  expect(chain('-bash', 'sshd')).toEqual(['-bash'])
  expect(chain('node vitest.mjs', 'npm test')).toEqual(['node vitest.mjs'])
})
