import '../../i18n/i18n.ts'
import '../../i18n/guide.ts'
import { otaNames, stepsInExtranet } from '@functions/lib/connection/otas.ts'
import { t } from 'i18next'
import { expect, test } from 'vitest'
import { drawingOf } from './drawing.tsx'

const files = Object.keys(import.meta.glob('./*/*.svg'))
const words = {
  uid: '',
  title: '',
  what: '',
  channelManager: '',
  ...t('drawingWords', { returnObjects: true }),
}

test.each(otaNames)('every step of %s that can be sent to a landlord is drawn, and no other', ota => {
  const steps = stepsInExtranet(ota)
  const drawn = files.filter(file => file.startsWith(`./${ota}/`))
  expect(drawn.toSorted()).toEqual(steps.map(step => `./${ota}/${step}.svg`).toSorted())
  expect(Object.keys(t('drawing', { returnObjects: true })[ota]).toSorted()).toEqual(steps.toSorted())
})

test.each(otaNames)('every word in the drawings of %s is in the catalogue', ota => {
  const named = stepsInExtranet(ota).flatMap(step => drawingOf(ota, step)?.match(/(?<=\{)\w+(?=\})/g) ?? [])
  expect(Object.keys(words)).toEqual(expect.arrayContaining(named))
})

test('a step or OTA without a picture has no drawing', () => {
  expect(drawingOf('booking', 'introduction')).toBeUndefined()
  expect(drawingOf('booking', 'constructor')).toBeUndefined()
  expect(drawingOf('another', 'logIn')).toBeUndefined()
})
