import { chatInbound } from './demo/chat-inbound.ts'
import { chatOta } from './demo/chat-ota.ts'
import { chatReading } from './demo/chat-reading.ts'
import { chatSending } from './demo/chat-sending.ts'
import { connectDemo } from './demo/connect.ts'
import { story } from './demo/story.ts'

// Run by `npm run demo` inside a freshly seeded stack: both jobs through the public HTTP paths, step by step.
await story.chapter('Job 1: connect a property to Booking.com', connectDemo)
await story.chapter('Job 2: messages in a thread', chatSending, chatInbound, chatOta, chatReading)
process.exitCode = story.end()
