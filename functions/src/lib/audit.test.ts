import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAuditEntry } from './audit.ts'

const at = new Date('2026-01-02T03:04:05Z')
const subject = {
  action: 'message.create',
  targetType: 'message',
  targetId: 'm',
  metadata: { threadId: 't' },
}

function setUp(audit: () => string = () => 'id') {
  const events: string[] = []
  const note = (event: string) => void events.push(event)
  const ids = { message: () => '', attempt: () => '', claim: () => '', audit }
  const deps = {
    clock: { now: () => at, sleep: async () => {} },
    ids,
    log: { info: note, warn: note, error: note },
  }
  return { deps, events }
}

const actor = (ipAddress: string, userAgent: string) =>
  ({ uid: 'u', role: 'user', origin: { ipAddress, userAgent } }) as const

describe('an audit entry', () => {
  it('says who did what, from where and when', () => {
    expect(buildAuditEntry(setUp().deps, actor('::1', 'curl'), 'success', subject)).toEqual({
      ...subject,
      id: 'id',
      outcome: 'success',
      actorId: 'u',
      ipAddress: '::1',
      userAgent: 'curl',
      at,
    })
  })

  it('bounds and cleans what a client says about itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 2000 }),
        (address, agent) => {
          const entry = buildAuditEntry(setUp().deps, actor(address, agent), 'failure', subject)
          expect(entry?.ipAddress.length).toBeLessThanOrEqual(45)
          expect(entry?.userAgent.length).toBeLessThanOrEqual(512)
          for (const text of [entry?.ipAddress, entry?.userAgent]) {
            expect(text?.isWellFormed()).toBe(true)
            expect(text).not.toMatch(/\p{Cc}/u)
          }
        },
      ),
    )
  })

  it('is cut without leaving half a character', () => {
    const entry = buildAuditEntry(setUp().deps, actor('', `${'x'.repeat(511)}🎉`), 'success', subject)
    expect(entry?.userAgent.isWellFormed()).toBe(true)
  })

  it('is not made for an actor who is no person at a client', () => {
    expect(buildAuditEntry(setUp().deps, { uid: 'u', role: 'guest' }, 'success', subject)).toBeUndefined()
  })

  it('that cannot be built is told in the log and stops nothing', () => {
    const { deps, events } = setUp(() => {
      throw new Error('no ids today')
    })
    expect(buildAuditEntry(deps, actor('', ''), 'success', subject)).toBeUndefined()
    expect(events).toEqual(['audit entry could not be built'])
  })
})
