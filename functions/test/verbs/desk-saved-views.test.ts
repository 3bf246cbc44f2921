import { describe, expect, it } from 'vitest'
import { readViews, saveViews } from '../../src/lib/chat/desk/saved-views.ts'
import { findPlaces } from '../../src/lib/chat/finding/find-places.ts'
import { keepStatuses } from '../../src/lib/roles/user-status.ts'
import { staffActor, startVerbs } from '../support/chat-deps.ts'
import { put, stored, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db } = startVerbs()
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

  it('are stored in one form, however the query was written', async () => {
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

  it('count as none if they are invalid; an unavailable Firestore is an error', async () => {
    const me = staffActor()
    await put(`userViews/${me.uid}`, { views: 'many' })
    expect(await readViews(deps, me)).toEqual([])
    const failing = () => Promise.reject(new Error('unavailable'))
    const store = { ...deps.store, read: failing, write: failing }
    await expect(readViews({ ...deps, store }, me)).rejects.toThrow('unavailable')
    await expect(saveViews({ ...deps, store }, me, { views: [] })).rejects.toThrow('unavailable')
  })

  it('are deleted with their user', async () => {
    const me = staffActor()
    await saveViews(deps, me, { views: [late] })
    await keepStatuses(deps.store, new Map([[me.uid, undefined]]))
    expect(await stored(`userViews/${me.uid}`)).toBeUndefined()
  })
})

it('the filter offers every named team, and properties by id or the beginning of their name', async () => {
  const [teamId, propertyId] = [uniqueId('team'), uniqueId('property')]
  const name = `Zephyr House ${propertyId}`
  await put(`teams/${teamId}`, { name: `Team ${teamId}`, answerWithinMinutes: 60 })
  await put(`teams/${uniqueId('team')}`, { answerWithinMinutes: 60 })
  await put(`properties/${propertyId}`, { name })
  const { teams } = await findPlaces(deps, '')
  expect(teams).toContainEqual({ teamId, name: `Team ${teamId}` })
  expect(teams.every(team => team.name !== '')).toBe(true)
  for (const text of [propertyId, name, name.toLowerCase().slice(0, 12), ` ${name} `])
    expect((await findPlaces(deps, text)).properties, text).toContainEqual({ propertyId, name })
  expect((await findPlaces(deps, uniqueId('nowhere'))).properties).toEqual([])
})
