import { expect, it } from 'vitest'
import { stored } from '../support/chat.ts'
import { typed } from '../support/ops.ts'
import { put, sweep } from '../support/stack.ts'

const verify = () => typed('verify', [])

it('verify passes on the running system, and leaves nothing behind', async () => {
  // Other tests have left due work.
  await sweep('workdue')
  const { stdout, stderr, exitCode } = await verify()
  expect(stdout.split('\n'), stderr).toEqual([
    expect.stringMatching(/^✓ pages: http/),
    expect.stringMatching(/^✓ API document: \d+ paths, OpenAPI 3.1/),
    '✓ API: refuses a post without a token',
    expect.stringMatching(/^✓ webhooks: \d refuse what is not signed/),
    expect.stringMatching(/^✓ rules: nobody without a token reads or writes/),
    expect.stringMatching(/^✓ schedules: all \d are loaded/),
    expect.stringMatching(/^✓ search key: \d+ searches an hour for each user and address/),
    expect.stringMatching(/^✓ due work: /),
    expect.stringMatching(/^✓ lanes: all \d+ are open$/),
    'all 9 checks hold',
  ])
  expect(exitCode).toBe(0)
  for (const path of ['threads/verify', 'unknown/verify', 'users/verify'])
    expect(await stored(path)).toBeUndefined()
})

it('verify names a closed lane, with what to do', async () => {
  await put('lanes/sms', { pausedBy: 'ann' })
  const { stdout, exitCode } = await verify()
  await put('lanes/sms', { pausedBy: null })
  expect(stdout).toMatch(/^✗ lanes: closed: sms \(paused\). → docs\/runbook.md#a-vendor-was-away$/m)
  expect([stdout.split('\n').at(-1), exitCode]).toEqual(['1 of 9 checks do not hold', 1])
})
