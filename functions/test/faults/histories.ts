import fc from 'fast-check'
import type { ChannelName } from '../../src/lib/chat/channels/names.ts'
import type { MessageType } from '../../src/lib/chat/message.ts'
import { type Mode, mode, step } from './history-steps.ts'
import { type Event, events } from './world.ts'

/** One thing that happens in a history. `pick` chooses among what is there by then; `dieAt` kills at that effect. */
export type Step =
  | { do: 'post'; by: number; type: MessageType; isCommonText: boolean; dieAt: number }
  | { do: 'posts at once'; times: number }
  | { do: 'repeat the post'; pick: number }
  | { do: 'event'; pick: number; event: Event; dieAt: number }
  | { do: 'events at once'; pick: number; event: Event; times: number }
  | { do: 'inbound'; channel: ChannelName; dieAt: number }
  | { do: 'inbound of a stranger' }
  | { do: 'inbound that no webhook told' }
  | { do: 'repeat the inbound'; pick: number; times: number }
  | { do: 'read'; by: number }
  | { do: 'status'; pick: number; status: 'sent' | 'delivered' | 'read' | 'failed' }
  | { do: 'retry'; pick: number; dieAt: number }
  | { do: 'sweep'; of: Sweep; dieAt: number }
  | { do: 'stall'; pick: number; in: 'the delivery' | 'the sweep'; at: number }
  | { do: 'go on'; pick: number }
  | { do: 'wait'; seconds: number }
  | { do: 'fault'; vendor: Vendor; mode: Mode }

const sweeps = ['deliveries', 'forwardings', 'searchRecords', 'inbound', 'lateMessages'] as const
type Sweep = (typeof sweeps)[number]

type Vendor = 'twilio' | 'algolia' | 'guest-platform'

const pick = fc.nat(1000)
/** Mostly nobody dies. */
const dieAt = fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(8) })

export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    step(5, 'post', {
      by: fc.nat(3),
      type: fc.constantFrom<MessageType>(
        'chatapp-message',
        'chatapp-message',
        'sms-message',
        'message',
        'note',
      ),
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
    step(2, 'inbound', { channel: fc.constantFrom<ChannelName>('chatapp', 'chatapp', 'sms'), dieAt }),
    step(1, 'inbound of a stranger', {}),
    step(1, 'inbound that no webhook told', {}),
    step(1, 'repeat the inbound', { pick, times: fc.integer({ min: 1, max: 3 }) }),
    step(2, 'read', { by: fc.nat(3) }),
    step(3, 'status', { pick, status: fc.constantFrom('sent', 'delivered', 'read', 'failed') }),
    step(1, 'retry', { pick, dieAt }),
    step(3, 'sweep', { of: fc.constantFrom<Sweep>('deliveries', ...sweeps), dieAt }),
    step(2, 'stall', {
      pick,
      in: fc.constantFrom<'the delivery' | 'the sweep'>('the delivery', 'the sweep'),
      at: fc.nat(6),
    }),
    step(1, 'go on', { pick }),
    step(2, 'wait', { seconds: fc.constantFrom(1, 20, 130, 400, 1000) }),
    step(2, 'fault', {
      vendor: fc.constantFrom<Vendor>('twilio', 'twilio', 'algolia', 'guest-platform'),
      mode,
    }),
  ),
  { minLength: 3, maxLength: 22 },
)
