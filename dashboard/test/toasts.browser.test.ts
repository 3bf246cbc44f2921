import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble } from './support/inbox.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 420 },
  { width: 800, height: 500 },
  { width: 740, height: 360 },
  { width: 360, height: 740 },
  { width: 360, height: 480 },
]

test('a notification never covers the button that sends', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  await guestWrites(talk, 'Is there a lift?')
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await bubble(page, 'Is there a lift?').waitFor()
  await page.route('**/important', route => route.abort())
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  const send = page.getByRole('form', { name: 'Write' }).getByRole('button', { name: 'Send by WhatsApp' })
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Mark as important' }).click()
    await toasts.first().waitFor()
    const button = await send.boundingBox()
    if (!button) throw new Error('no button to send with')
    for (const toast of await toasts.all()) {
      const box = await toast.boundingBox()
      const isOver =
        box !== null &&
        box.x < button.x + button.width &&
        button.x < box.x + box.width &&
        box.y < button.y + button.height &&
        button.y < box.y + box.height
      expect(isOver, `${size.width} x ${size.height}`).toBe(false)
    }
    for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click()
  }
})
