import { execa } from 'execa'
import { expect, it } from 'vitest'
import { repoRoot } from '../../../scripts/stack/paths.ts'
import { scheduleNames } from '../../src/lib/health/subjects.ts'
import { stored } from '../support/chat.ts'
import { put, sweep } from '../support/stack.ts'

const verify = () => execa(process.execPath, ['scripts/verify.ts'], { cwd: repoRoot, reject: false })

it('says of the running system that it is whole, and leaves nothing behind', async () => {
  await sweep('watchroles')
  // What other tests have left.
  await sweep('workdue')
  const { at } = (await stored('heartbeats/watchroles')) ?? {}
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
  // Here schedules run when a test asks for it.
  for (const name of scheduleNames) await put(`heartbeats/${name}`, { at: new Date() })
  const { stdout, stderr, exitCode } = await verify()
  expect(stdout.split('\n'), stderr).toEqual([
    expect.stringMatching(/^✓ pages: http/),
    expect.stringMatching(/^✓ API document: \d+ paths, OpenAPI 3.1/),
    '✓ API: refuses a post without a token',
    expect.stringMatching(/^✓ webhooks: \d refuse what is not signed/),
    expect.stringMatching(/^✓ rules: nobody without a token reads or writes/),
    expect.stringMatching(/^✓ schedules: all \d are loaded/),
    expect.stringMatching(/^✓ search key: \d+ searches an hour for each user and address/),
    expect.stringMatching(/^✓ heartbeats: (\d+) of \1 schedules have run, none is late/),
    expect.stringMatching(/^✓ due work: /),
    '✓ lanes: all 8 are open',
    'all 10 checks hold',
  ])
  expect(exitCode).toBe(0)
  for (const path of ['threads/verify', 'unknown/verify', 'users/verify'])
    expect(await stored(path)).toBeUndefined()
})

it('names a schedule that is silent and a lane that is closed, with what to do', async () => {
  await put('heartbeats/watchroles', { at: new Date(Date.now() - 900_000) })
  await put('lanes/sms', { pausedBy: 'ann' })
  const { stdout, exitCode } = await verify()
  await put('lanes/sms', { pausedBy: null })
  await sweep('watchroles')
  expect(stdout).toMatch(
    /^✗ heartbeats: silent: watchroles for 9\d\d s. → docs\/runbook.md#a-schedule-is-silent$/m,
  )
  expect(stdout).toMatch(/^✗ lanes: closed: sms \(paused\). → docs\/runbook.md#a-vendor-was-away$/m)
  expect([stdout.split('\n').at(-1), exitCode]).toEqual(['2 of 10 checks do not hold', 1])
})
