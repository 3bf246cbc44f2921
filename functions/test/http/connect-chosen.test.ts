import { describe, expect, it } from 'vitest'
import { connect, expectConnected, expectNothingLeft, operations, post } from '../support/connection-state.ts'
import { call, expectProblem } from '../support/stack.ts'
import { storeTwins } from '../support/twins.ts'

const testOf = ({ propertyId, hotelId }: { propertyId: string; hotelId: string }) =>
  post('test', { propertyId, hotelId })

describe('a hotel of two rooms with one name', () => {
  it('is connected by a choice among the rooms that the test shows', async () => {
    const property = await storeTwins()
    const { body: found } = await testOf(property)
    expect(found).toMatchObject({
      ok: false,
      code: 'mapping-failed',
      nextAction: expect.stringMatching(/Choose/),
    })
    const { offer, rooms, likely } = found.toChoose
    expect(likely.map(({ roomIds }: { roomIds: string[] }) => roomIds.length)).toEqual([2, 2])
    const chosen = {
      rooms: offer.rooms.map(({ id }: { id: number }, at: number) => ({
        otaRoomId: id,
        roomId: rooms[at].id,
      })),
    }
    const answer = await connect(property, { chosen })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.mapping.summary).toEqual({ mapped: 2, total: 2, needsReview: 0 })
    expect(answer.body.mapping.rooms).toMatchObject(chosen.rooms)
    await expectConnected(property)
    const again = await connect(property, { chosen })
    expect([again.status, again.body.replayed]).toEqual([200, true])
    const path = `/api/properties/${property.propertyId}/channels/${property.propertyId}_booking/mapping`
    const { token, uid } = await operations()
    const { body: mapping } = await call('GET', path, { token })
    expect(mapping).toMatchObject({ mappingStatus: 'initial', review: { by: uid } })
  })

  it('names each wrong field of a choice', async () => {
    const property = await storeTwins()
    const { crossed, roomIds } = property
    const rooms = crossed.rooms.map(row => ({ ...row, roomId: roomIds[0] }))
    const answer = await connect(property, { chosen: { rooms } })
    expectProblem(answer, '422 mapping-failed')
    expect(answer.body.errors).toMatchObject([{ path: 'chosen.rooms.1.roomId' }])
    await expectNothingLeft(property)
  })
})
