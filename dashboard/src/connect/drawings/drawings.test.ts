import { otaNames, stepsInExtranet } from '@functions/lib/connection/otas.ts'
import { expect, test } from 'vitest'
import { drawingOf, drawnSteps } from './drawings.ts'

test.each(otaNames)('every step of %s that can be sent to a landlord is drawn, and no other', ota => {
  expect(drawnSteps(ota).toSorted()).toEqual(stepsInExtranet(ota).toSorted())
})

test('steps outside the extranet, unknown steps and unknown OTAs have no drawing', () => {
  expect(drawingOf('booking', 'introduction')).toBeUndefined()
  expect(drawingOf('booking', 'constructor')).toBeUndefined()
  expect(drawingOf('another', 'logIn')).toBeUndefined()
})
