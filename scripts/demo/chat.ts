import { chatInbound } from './chat-inbound.ts'
import { chatOta } from './chat-ota.ts'
import { chatReading } from './chat-reading.ts'
import { chatSending } from './chat-sending.ts'
import { story } from './story.ts'
import type { World } from './world.ts'

/** Job 2: a message is stored, its thread updated, and what follows from it happens once. */
export async function chatDemo(world: World): Promise<void> {
  story.chapter('Job 2: messages in a thread')
  await chatSending(world)
  await chatInbound(world)
  await chatOta(world)
  await chatReading(world)
}
