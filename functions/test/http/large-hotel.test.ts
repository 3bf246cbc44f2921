import { expect, it } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import { connect } from '../support/connection-state.ts'
import { channelOf, linesThere, putMapping, readMapping, sendable } from '../support/review.ts'

const types = 'Single,Double,Twin,Triple,Family,Quadruple,Studio,Suite,King,Queen'.split(',')
const views = ['Sea View', 'Garden View', 'City View', 'Balcony', 'Terrace']
const rates = ['Standard Rate', 'Non-refundable', 'Weekly Rate', 'Breakfast included']

const titles = Array.from({ length: 10 }, (_, floor) =>
  views.flatMap(view => types.map(type => `${type} Room with ${view}, Floor ${floor + 1}`)),
).flat()

it('a hotel of 500 rooms with 2,000 rates is connected, reviewed and finalised', async () => {
  const property = await storeProperty({
    hotel: {
      pricingType: 'Standard',
      rooms: titles.map(title => ({ title, rates: rates.map(rate => ({ title: rate, maxPersons: 2 })) })),
    },
    rooms: titles.map(name => ({
      name,
      capacity: 2,
      rates: Object.fromEntries(rates.map(rate => [rate, [2]])),
    })),
  })
  const answer = await connect(property)
  expect(answer.status, answer.text.slice(0, 500)).toBe(201)

  const changed = sendable(await readMapping(property))
  expect(changed.ratePlans).toHaveLength(2000)
  changed.ratePlans[0].ratePlanId = null
  expect(JSON.stringify(changed).length).toBeGreaterThan(100_000)
  const written = await putMapping(property, { ...changed, finalize: true })
  expect(written.status, written.text.slice(0, 500)).toBe(200)
  expect(written.body).toMatchObject({ version: 2, mapping: { summary: { mapped: 1999, total: 2000 } } })
  expect(written.body.difference).toMatchObject({ added: [], changed: [], unchanged: 1999 })
  expect(written.body.difference.removed).toHaveLength(1)
  expect(await linesThere(property)).toHaveLength(1999)
  expect((await channelOf(property)).mappingStatus).toBe('finalized')
})
