import { expect, it } from 'vitest'
import { stored } from '../support/chat.ts'
import { typed } from '../support/ops.ts'
import { uniqueId, users } from '../support/stack.ts'

const grant = (...given: string[]) => typed('grant', given)

/** A user who signed up with an address, which proves nothing. */
async function signedUp(emailVerified: boolean) {
  const uid = uniqueId('new')
  const email = `${uid}@example.com`
  await users().createUser({ uid, email, password: 'local-only', emailVerified })
  await users().setCustomUserClaims(uid, { of: 'us' })
  return { uid, email, claims: async () => (await users().getUser(uid)).customClaims }
}

it('grant gives no role by an unverified address, and names the user of the address', async () => {
  const { uid, email, claims } = await signedUp(false)
  const { exitCode, stdout, stderr } = await grant('--email', email, '--role', 'operations')
  expect([exitCode, await claims()]).toEqual([1, { of: 'us' }])
  expect(stdout).toBe(`${email} (not verified) is user ${uid}, who signs in with: password`)
  expect(stderr).toContain(`--uid ${uid}`)
})

it('grant gives a role to a user by id, or by a verified address, and takes it away', async () => {
  const [unverified, verified] = await Promise.all([signedUp(false), signedUp(true)])
  const byId = await grant('--uid', unverified.uid, '--role', 'support')
  expect([byId.exitCode, await unverified.claims()], byId.stderr).toEqual([0, { of: 'us', role: 'support' }])
  const byAddress = await grant('--email', verified.email, '--role', 'landlord')
  expect([byAddress.exitCode, await verified.claims()]).toEqual([0, { of: 'us', role: 'landlord' }])
  expect(byAddress.stdout).toContain(
    `${verified.email} (verified) is user ${verified.uid}, who signs in with`,
  )
  expect(await stored(`standings/${unverified.uid}`)).toMatchObject({ role: 'support' })
  expect(await stored(`standings/${verified.uid}`)).toBeUndefined()
  const ended = await grant('--email', unverified.email, '--role', 'none')
  expect([ended.exitCode, await unverified.claims()]).toEqual([0, { of: 'us' }])
  expect(await stored(`standings/${unverified.uid}`)).toMatchObject({ endedAt: expect.any(String) })
})

it.each([
  [['--role', 'support'], 'A user and a role are needed.'],
  [['--uid', 'a', '--email', 'b@example.com', '--role', 'support'], 'A user and a role are needed.'],
  [['--uid', 'nobody-at-all', '--role', 'support'], 'There is no user nobody-at-all.'],
])('grant says what is wrong with %j', async (given, words) => {
  const { exitCode, stderr } = await grant(...given)
  expect([exitCode, stderr.split('\n')[0]]).toEqual([1, words])
})
