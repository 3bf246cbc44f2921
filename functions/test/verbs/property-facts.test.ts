import { expect, it } from 'vitest'
import { aboutThread } from '../../src/lib/chat/reading/about-thread.ts'
import { setFacts } from '../../src/lib/property-facts.ts'
import { seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { listed, put, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

startVerbs()
const deps = await builtContext()

it('facts of a house replace all earlier ones, stand beside its threads, and are audited without them', async () => {
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa Alameda' })
  const threadId = await seedThread({ propertyId })
  const shown = async () => (await aboutThread(deps, threadId)).property?.facts
  expect(await shown()).toEqual({})
  for (const facts of [{ doorCode: '4711', wifi: 'alameda' }, { wifi: 'sunny-days' }]) {
    expect(await setFacts(deps, staffActor(), { propertyId, facts })).toEqual({ facts })
    expect(await shown()).toEqual(facts)
  }
  expect((await listed('auditLog', 'targetId', propertyId)).map(({ metadata }) => metadata)).toEqual(
    expect.arrayContaining([{ count: 2 }, { count: 1 }]),
  )
  const unknown = { propertyId: uniqueId('none'), facts: {} }
  await expect(setFacts(deps, staffActor(), unknown)).rejects.toMatchObject({ code: 'property-not-found' })
})
