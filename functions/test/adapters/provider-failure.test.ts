import { describe, expect, it } from 'vitest'
import { lostCall } from '../../src/adapters/provider-failure.ts'
import { expectNoLeak } from './harness.ts'

const lost = (error: unknown, effect: 'read' | 'write' = 'write') =>
  lostCall({ provider: 'vendor', effect }, error)
const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`secret ${code}`), { code, ...more })

describe('lostCall', () => {
  it.each([
    systemError('ECONNREFUSED', { syscall: 'connect' }),
    systemError('ENOTFOUND', { syscall: 'getaddrinfo' }),
    systemError('EAI_AGAIN', { syscall: 'getaddrinfo' }),
    systemError('EHOSTUNREACH', { syscall: 'connect' }),
    systemError('ETIMEDOUT', { syscall: 'connect' }),
    systemError('ENETUNREACH', { erroredSysCall: 'connect' }),
    systemError('CERT_HAS_EXPIRED'),
    systemError('ERR_TLS_CERT_ALTNAME_INVALID'),
    systemError('ERR_INVALID_CHAR'),
  ])('knows that nothing was sent: $code', error => {
    expect(lost(error)).toMatchObject({ kind: 'retryable', timedOut: false })
  })

  it.each([
    systemError('ECONNRESET', { syscall: 'read' }),
    systemError('EPIPE', { syscall: 'write' }),
    systemError('ERR_STREAM_PREMATURE_CLOSE'),
    new TypeError('secret'),
    'a thrown text',
    undefined,
    null,
  ])('does not know what became of a write after %s', error => {
    expect(lost(error)).toMatchObject({ kind: 'unknown', timedOut: false })
    expect(lost(error, 'read')).toMatchObject({ kind: 'retryable', timedOut: false })
  })

  it('keeps name and code of the original and nothing else', () => {
    const original = Object.assign(systemError('ECONNRESET'), { config: { headers: { key: 'secret' } } })
    const error = lost(original)
    expect(error.cause).toMatchObject({ name: 'Error', message: 'ECONNRESET', code: 'ECONNRESET' })
    expectNoLeak(error, ['secret'])
  })
})
