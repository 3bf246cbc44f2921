import { expect, test } from 'vitest'
import { traceOf } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  ['Google’s header', { 'x-cloud-trace-context': `${id}/123;o=1` }, id],
  ['Google’s header without options', { 'x-cloud-trace-context': `${id}/123` }, id],
  ['the header of W3C', { traceparent: `00-${id}-00f067aa0ba902b7-01` }, id],
  ['none', {}, undefined],
  ['another text', { 'x-cloud-trace-context': `${id}/x\n`, traceparent: `00-${id}` }, undefined],
])('the trace is that of %s', (_what, headers, traceId) => {
  expect(traceOf(headers)).toBe(traceId)
})
