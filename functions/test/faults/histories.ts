import fc from 'fast-check'
import { mode, step } from './history-steps.ts'
import { events } from './world.ts'

const sweeps = ['deliveries', 'forwardings', 'searchRecords', 'inbound', 'lateMessages'] as const

const pick = fc.nat(1000)
/** The effect at which a process dies; mostly none. */
const dieAt = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(8) })

/** `pick` chooses among what is there by then; `dieAt` kills at that effect. */
const happening = fc.oneof(
  step(5, 'post', {
    by: fc.nat(3),
    type: fc.constantFrom('chatapp-message', 'chatapp-message', 'sms-message', 'message', 'note'),
    isCommonText: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    dieAt,
  }),
  step(2, 'posts at once', { times: fc.integer({ min: 2, max: 4 }) }),
  step(2, 'repeat the post', { pick }),
  step(6, 'event', { pick, event: fc.constantFrom(...events), dieAt }),
  step(1, 'events at once', {
    pick,
    event: fc.constantFrom(...events),
    times: fc.integer({ min: 2, max: 3 }),
  }),
  step(2, 'inbound', { channel: fc.constantFrom('chatapp', 'chatapp', 'sms'), dieAt }),
  step(1, 'inbound of a stranger', {}),
  step(1, 'inbound that no webhook told', {}),
  step(1, 'repeat the inbound', { pick, times: fc.integer({ min: 1, max: 3 }) }),
  step(2, 'read', { by: fc.nat(3) }),
  step(3, 'status', { pick, status: fc.constantFrom('sent', 'delivered', 'read', 'failed') }),
  step(1, 'retry', { pick, dieAt }),
  step(3, 'sweep', { of: fc.constantFrom('deliveries', ...sweeps), dieAt }),
  step(2, 'stall', { pick, in: fc.constantFrom('the delivery', 'the sweep'), at: fc.nat(6) }),
  step(1, 'go on', { pick }),
  step(2, 'wait', { seconds: fc.constantFrom(1, 20, 130, 400, 1000) }),
  step(2, 'fault', { vendor: fc.constantFrom('twilio', 'twilio', 'algolia', 'guest-platform'), mode }),
)
/** One thing that happens in a history. */
export type Step = typeof happening extends fc.Arbitrary<infer One> ? One : never

export const histories = fc.array(happening, { minLength: 3, maxLength: 22 })
