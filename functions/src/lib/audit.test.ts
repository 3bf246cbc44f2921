import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from './audit.ts'
import { digestOf } from './digest.ts'
import { DomainError } from './errors.ts'

const at = new Date('2026-01-02T03:04:05Z')
const metadata = { threadId: 't' }
const subject = { action: 'message.create', targetType: 'message', targetId: 'm', metadata }

function setUp(audit: () => string = () => 'id') {
  const events: string[] = []
  const note = (event: string) => void events.push(event)
  const ids = { message: () => '', attempt: () => '', claim: () => '', audit }
  const clock = { now: () => at, sleep: async () => {} }
  return { deps: { clock, ids, log: { info: note, warn: note, error: note } }, events }
}

const actor = (ipAddress: string, userAgent: string) =>
  ({ uid: 'u', role: 'user', origin: { ipAddress, userAgent } }) as const

describe('an audit entry', () => {
  law(
    'bounds and cleans what a client says about itself',
    [fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 2000 })],
    (address, agent) => {
      const entry = buildAuditEntry(setUp().deps, actor(address, agent), subject, 'failure')
      expect(entry?.ipAddress.length).toBeLessThanOrEqual(45)
      expect(entry?.userAgent.length).toBeLessThanOrEqual(512)
      for (const text of [entry?.ipAddress, entry?.userAgent]) {
        expect(text?.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/\p{Cc}/u)
      }
    },
  )

  it('is cut without leaving half a character', () => {
    const entry = buildAuditEntry(setUp().deps, actor('', `${'x'.repeat(511)}🎉`), subject)
    expect(entry?.userAgent.isWellFormed()).toBe(true)
  })

  it('is not made for an actor without the origin of a request', () => {
    expect(buildAuditEntry(setUp().deps, { uid: 'u', role: 'guest' }, subject)).toBeUndefined()
  })

  it('is logged and stops nothing if it cannot be built', () => {
    const { deps, events } = setUp(() => {
      throw new Error('no ids today')
    })
    expect(buildAuditEntry(deps, actor('', ''), subject)).toBeUndefined()
    expect(events).toEqual(['audit entry could not be built'])
  })
})

describe('an act that is audited', () => {
  async function failingWith(error: Error, append?: (entry: AuditEntry) => Promise<void>) {
    const { deps, events } = setUp()
    const written: AuditEntry[] = []
    const write = append ?? (async (entry: AuditEntry) => void written.push(entry))
    const auditLog = { append: write, countRefusals: write }
    const entry = buildAuditEntry(deps, actor('::1', 'curl'), subject)
    const act = auditingFailure({ ...deps, auditLog }, entry, () => Promise.reject(error))
    await expect(act).rejects.toBe(error)
    return { written, events, entry }
  }

  const aMinute = `u_${Math.floor(at.getTime() / 60_000)}`
  const ofThread = digestOf('t')

  it.each([
    [
      'under the id of its success, with the code',
      new DomainError('thread-busy', 'No.'),
      'thread-busy',
      'id',
    ],
    ['with nothing of an error from elsewhere', new Error('secret'), 'internal', 'id'],
    [
      'for each minute, user, thread and code of a refusal',
      new DomainError('forbidden', 'No.'),
      'forbidden',
      `forbidden:${aMinute}:${ofThread}`,
    ],
  ])('leaves one entry when it fails, %s', async (_, failure, code, id) => {
    const { written, entry } = await failingWith(failure)
    expect(written).toEqual([{ ...entry, id, outcome: 'failure', metadata: { ...metadata, error: code } }])
  })

  it('fails with its own error when the entry cannot be written', async () => {
    const refuse = () => Promise.reject(new Error('the log is full'))
    const { events } = await failingWith(new Error('mine'), refuse)
    expect(events).toEqual(['failure audit entry failed'])
  })
})
