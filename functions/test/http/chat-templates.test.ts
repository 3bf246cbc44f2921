import { afterEach, describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectAuditedRefusal, sandbox } from '../support/chat.ts'
import { expectProblem, signIn, uniqueId } from '../support/stack.ts'
import { postTemplate } from '../support/templates.ts'

const staff = await signIn({ role: 'support' })

afterEach(() => sandbox().clearFaults())

describe('a template message that is not taken', () => {
  it('to an unknown thread gets 404', async () => {
    const answer = await postTemplate(uniqueId('nowhere'), staff, { template: 'reply-request' })
    expectProblem(answer, '404 thread-not-found')
    const all = { template: 'reply-request', variables: { guest: 'Maria', property: 'Casa' } }
    expectProblem(await postTemplate(uniqueId('nowhere'), staff, all), '404 thread-not-found')
  })

  it('without values that are not known either names each of them', async () => {
    const threadId = await storeThread()
    const send = (variables: object) =>
      postTemplate(threadId, staff, { template: 'check-in-details', variables })
    const namesOf = async (variables: object) => {
      const answer = await expectAuditedRefusal(threadId, '400 validation-failed', () => send(variables))
      return answer.body.errors.map(({ path }: { path: string }) => path)
    }
    const all = ['variables.guest', 'variables.property', 'variables.arrival', 'variables.instructions']
    expect(await namesOf({})).toEqual(all)
    expect(await namesOf({ property: 'Casa', instructions: 'x' })).toEqual([all[0], all[2]])
    const { status } = await send({ guest: 'M', property: 'Casa', arrival: '1 July', instructions: 'x' })
    expect(status).toBe(201)
  })
})
