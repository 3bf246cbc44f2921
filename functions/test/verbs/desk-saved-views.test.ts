import { describe, expect, it } from 'vitest'
import { findPlaces } from '../../src/lib/chat/desk/find-places.ts'
import { readViews, saveViews } from '../../src/lib/chat/desk/saved-views.ts'
import { staffActor, startVerbs } from '../support/chat-deps.ts'
import { dieAt } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf } = await startVerbs()
const deps = await builtContext({ firestore: db })

const late = { name: 'Late', query: 'view=overdue&team=lisbon' }
const house = { name: 'In house', query: 'property=p&stay=in-house' }

describe('saved views', () => {
  it('are kept for each user, in their order, until they save others', async () => {
    const [me, other] = [staffActor(), staffActor()]
    expect(await readViews(deps, me)).toEqual([])
    expect(await saveViews(deps, me, { views: [house, late] })).toEqual([house, late])
    expect(await readViews(deps, me)).toEqual([house, late])
    expect(await readViews(deps, other)).toEqual([])
    await saveViews(deps, me, { views: [late] })
    expect(await readViews(deps, me)).toEqual([late])
  })

  it('are kept as the address says it, however it was written', async () => {
    const me = staffActor()
    const views = [{ name: 'Late', query: '?team=lisbon&view=overdue' }]
    expect(await saveViews(deps, me, { views })).toEqual([late])
  })

  it('are the same when they are saved twice, and whole when two save at once', async () => {
    const me = staffActor()
    await Promise.all([saveViews(deps, me, { views: [late] }), saveViews(deps, me, { views: [house] })])
    expect([[late], [house]]).toContainEqual(await readViews(deps, me))
    for (const _ of [1, 2]) await saveViews(deps, me, { views: [late, house] })
    expect(await readViews(deps, me)).toEqual([late, house])
  })

  it('are as they were, or as they were to be, when the process dies', async () => {
    const me = staffActor()
    await saveViews(deps, me, { views: [late] })
    const save = (dying: typeof deps) => saveViews(dying, me, { views: [] })
    await dieAt(deps, { effect: 'savedViews.write', when: 'before' }, save)
    expect(await readViews(deps, me)).toEqual([late])
    await dieAt(deps, { effect: 'savedViews.write', when: 'after' }, save)
    expect(await readViews(deps, me)).toEqual([])
  })

  it('that cannot be read are none; where Firestore does not answer that is said', async () => {
    const me = staffActor()
    await db.doc(`userViews/${me.uid}`).set({ views: 'many' })
    expect(await readViews(deps, me)).toEqual([])
    const failing = () => Promise.reject(new Error('unavailable'))
    const savedViews = { read: failing, write: failing }
    await expect(readViews({ ...deps, savedViews }, me)).rejects.toThrow('unavailable')
    await expect(saveViews({ ...deps, savedViews }, me, { views: [] })).rejects.toThrow('unavailable')
  })

  it('go with their user', async () => {
    const me = staffActor()
    await saveViews(deps, me, { views: [late] })
    await deps.userStatuses.write(new Map([[me.uid, undefined]]))
    expect((await db.doc(`userViews/${me.uid}`).get()).exists).toBe(false)
  })
})

describe('what threads can be narrowed to', () => {
  it('is every team by name, and properties by id or the beginning of their name', async () => {
    const [teamId, propertyId] = [uniqueId('team'), uniqueId('property')]
    const name = `Zephyr House ${propertyId}`
    await db.doc(`teams/${teamId}`).set({ name: `Team ${teamId}`, answerWithinMinutes: 60 })
    await db.doc(`teams/${uniqueId('team')}`).set({ answerWithinMinutes: 60 })
    await db.doc(`properties/${propertyId}`).set({ name })
    const { teams } = await findPlaces(deps, '')
    expect(teams).toContainEqual({ teamId, name: `Team ${teamId}` })
    expect(teams.every(team => team.name !== '')).toBe(true)
    for (const text of [propertyId, name, name.toLowerCase().slice(0, 12), ` ${name} `])
      expect((await findPlaces(deps, text)).properties, text).toContainEqual({ propertyId, name })
    expect((await findPlaces(deps, uniqueId('nowhere'))).properties).toEqual([])
  })

  it('reads twenty properties and no thread', async () => {
    const calls = await callsOf(() => findPlaces(deps, 'Zephyr'))
    expect(calls.every(call => call !== 'Commit')).toBe(true)
    expect((await findPlaces(deps, '')).properties.length).toBeLessThanOrEqual(20)
  })
})
