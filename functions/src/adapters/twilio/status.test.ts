import { describe, expect, it } from 'vitest'
import { stageOf } from './status.ts'

describe('the stage of a status', () => {
  it.each([
    ['queued', 'sent'],
    ['accepted', 'sent'],
    ['SENT', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s is %s', (status, stage) => {
    expect(stageOf(status)).toBe(stage)
  })

  it.each(['', 'received', 'partially_delivered', 'constructor', '__proto__', 'toString'])(
    '%j says nothing',
    status => {
      expect(stageOf(status)).toBeUndefined()
    },
  )
})
