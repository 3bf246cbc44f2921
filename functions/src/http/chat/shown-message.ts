import { type SummaryView, shownMetadata } from '../../lib/chat/reading/message-view.ts'
import { replyWithin } from '../handler.ts'
import { message } from './message-shapes.ts'

/** A message as readers see it. */
export const shownMessage = message.extend({
  metadata: shownMetadata.optional().meta({ description: 'What a provider told beside the text.' }),
})

/** A message as it stands inside a thread: some fields may be missing. */
export const summary = replyWithin<SummaryView>()(shownMessage.partial().meta({ id: 'MessageSummary' }))
