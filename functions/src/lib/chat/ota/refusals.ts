import { failure } from '../delivery/delivery-failures.ts'

const keepDraft = 'Keep the text, and write again when the guest has written, or reach them another way.'

/** What refusals that only booking sites know mean to the person who wrote the message. */
export const otaRefusals = {
  'conversation-not-open': failure(
    'not-reachable',
    'At the booking site there is no conversation yet: the guest has to write first.',
    keepDraft,
  ),
  'conversation-gone': failure(
    'not-reachable',
    'The conversation, or its booking, is not there any more at the channel manager.',
    'Reach the guest by chatapp, SMS or e-mail.',
  ),
  'window-over': failure(
    'not-reachable',
    'The booking site takes no messages about this stay any more, until the guest writes again.',
    'Reach the guest by chatapp, SMS or e-mail.',
  ),
  'messages-not-installed': failure(
    'not-reachable',
    "The property has no application for guests' messages at the channel manager.",
    'Ask operations to switch it on, or reach the guest another way.',
  ),
  'messages-not-supported': failure(
    'not-reachable',
    'The booking site of this booking takes no messages.',
    'Reach the guest by chatapp, SMS or e-mail.',
  ),
  'channel-not-active': failure(
    'not-reachable',
    "The property's channel is not active at the channel manager.",
    'Have the channel activated, then send it again.',
  ),
} as const
