import { chatDemo } from './demo/chat.ts'
import { connectDemo } from './demo/connect.ts'
import { story } from './demo/story.ts'
import { demoWorld } from './demo/world.ts'

// Run by `npm run demo` inside a freshly seeded stack: both jobs through the public HTTP paths, told step by step.
const world = await demoWorld()
for (const tell of [connectDemo, chatDemo]) {
  await tell(world).catch((error: unknown) => story.check(`it goes on to its end: ${String(error)}`, false))
}
process.exitCode = story.end()
