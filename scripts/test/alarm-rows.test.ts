import { expect, it } from 'vitest'
import { webhookRoutes } from '../../functions/src/http/webhooks/routes.ts'
import { webhookNames } from '../../functions/src/lib/health/subjects.ts'

it('every webhook has its row in the alarms', () => {
  const told = webhookRoutes.flatMap(({ webhook, alsoTells = [] }) => [webhook, ...alsoTells])
  expect(told.toSorted()).toEqual([...webhookNames].toSorted())
})
