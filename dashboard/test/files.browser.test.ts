import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { png, pngOf } from '../../functions/test/support/files.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, tick, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person, sandbox } from './support/world.ts'

withBrowser()

const files = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = (page: Page, ...chosen: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(chosen)
const picture = (name: string, buffer = png) => ({ name, mimeType: 'image/png', buffer })

/** Gives a file or a text to the composer as a drop or a paste does. */
const give = (page: Page, how: 'drop' | 'paste', name: string, text?: string) =>
  textBox(page).evaluate(
    (box, { how, name, text, bytes }) => {
      const data = new DataTransfer()
      if (bytes) data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      if (text) data.setData('text/plain', text)
      const all = { bubbles: true, cancelable: true }
      if (how === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...all, clipboardData: data }))
      else
        for (const kind of ['dragenter', 'dragover', 'drop'])
          box.dispatchEvent(new DragEvent(kind, { ...all, dataTransfer: data }))
    },
    { how, name, text, bytes: [...png] },
  )

test(
  'a file is attached by keyboard, stands in the draft, and goes to the guest with the text',
  journey,
  async () => {
    const ann = await person('Ann')
    const { threadId } = await conversation({ staff: [ann] })
    const page = await windowOf(ann, `/inbox/${threadId}`, { viewport: { width: 360, height: 740 } })
    await way(page, 'WhatsApp').click()
    await textBox(page).fill('Here is the way.')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(picture('A way that has a rather long name for so small a screen.png'))
    await files(page).getByText('A way that has').waitFor()
    await page.getByRole('status').getByText('1 file attached').waitFor()
    await look(page, 'files')
    await page.reload()
    await files(page).getByText('A way that has').waitFor()
    expect(await textBox(page).inputValue()).toBe('Here is the way.')
    await send(page, 'Send by WhatsApp').click()
    await tick(page, 'Here is the way.', 'sent').waitFor()
    await bubble(page, 'Here is the way.').getByRole('img', { name: 'Image, A way that has' }).waitFor()
    expect(await files(page).count()).toBe(0)
    const { messages } = await sandbox().state('twilio')
    const sent = messages.find(
      ({ body, to }: { body: string; to: string }) => body === 'Here is the way.' && to,
    )
    expect(sent.media_urls).toHaveLength(1)
  },
)

test('dropped and pasted files are attached; a pasted text stays text', async () => {
  const ann = await person('Ann')
  const { threadId } = await conversation({ staff: [ann] })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  await way(page, 'Note').click()
  await give(page, 'drop', 'dropped.png')
  await files(page).getByText('dropped.png').waitFor()
  await give(page, 'paste', 'pasted.png')
  await files(page).getByText('pasted.png').waitFor()
  await give(page, 'paste', 'of a document.png', 'a table')
  await page.getByRole('button', { name: 'Remove dropped.png' }).click()
  await expect.poll(() => files(page).count(), eventually).toBe(1)
  await send(page, 'Save note').click()
  await page.getByTestId('messages').getByRole('img', { name: 'Image, pasted.png' }).waitFor()
  await expect
    .poll(() => messagesIn(threadId), eventually)
    .toMatchObject([{ type: 'note', body: '', files: [{ name: 'pasted.png', type: 'image/png' }] }])
})

test('the composer says before the send what a channel would refuse', async () => {
  const ann = await person('Ann')
  const { threadId } = await conversation({ staff: [ann] })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  await way(page, 'WhatsApp').click()
  await choose(page, picture('large.png', pngOf(5_000_001)))
  await page.getByText('"large.png" is larger than the 5 MB that arrive here.').waitFor()
  expect(await send(page, 'Send by WhatsApp').isDisabled()).toBe(true)
  await way(page, 'SMS').click()
  await page.getByText('Files arrive by SMS in the USA and Canada only.').waitFor()
  expect(await send(page, 'Send SMS').isDisabled()).toBe(true)
  await way(page, 'Platform').click()
  await expect.poll(() => send(page, 'Post').isDisabled(), eventually).toBe(false)
  await way(page, 'WhatsApp').click()
  await page.getByRole('button', { name: 'Remove large.png' }).click()
  await choose(page, picture('one.png'), picture('two.png'))
  await page.getByText('Only one file goes with a message here.').waitFor()
})

test('an upload continues to its own draft while another thread is open', async () => {
  const ann = await person('Ann')
  // The threads are at the top of the list, where only rows in view exist.
  const newest = () => conversation({ staff: [ann], thread: { updatedAt: new Date() } })
  const [talk, elsewhere] = [await newest(), await newest()]
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  await textBox(page).fill('With a plan')
  const gate = Promise.withResolvers<void>()
  await page.route('**/files', async route => {
    await gate.promise
    await route.continue()
  })
  await choose(page, picture('plan.png'))
  const progress = page.getByRole('progressbar', { name: 'How much of plan.png is uploaded' })
  await progress.waitFor({ state: 'attached' })
  const goTo = (threadId: string) =>
    page.getByTestId('threads').locator(`[data-thread="${threadId}"] a`).press('Enter')
  await goTo(elsewhere.threadId)
  await page.waitForURL(`**/${elsewhere.threadId}*`)
  await expect.poll(() => files(page).count(), eventually).toBe(0)
  await goTo(talk.threadId)
  await progress.waitFor({ state: 'attached' })
  expect(await send(page, 'Post').isDisabled()).toBe(true)
  await goTo(elsewhere.threadId)
  await expect.poll(() => files(page).count(), eventually).toBe(0)
  gate.resolve()
  await goTo(talk.threadId)
  await page.getByRole('button', { name: 'Remove plan.png' }).waitFor()
  await expect.poll(() => send(page, 'Post').isDisabled(), eventually).toBe(false)
  expect(await textBox(page).inputValue()).toBe('With a plan')
})

test('an upload shows how far it is, can be stopped, and says why it failed', async () => {
  const ann = await person('Ann')
  const { threadId } = await conversation({ staff: [ann] })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  await way(page, 'Platform').click()
  await textBox(page).fill('With a plan')
  const gate = Promise.withResolvers<void>()
  await page.route('**/files', async route => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  await choose(page, picture('plan.png'))
  const progress = page.getByRole('progressbar', { name: 'How much of plan.png is uploaded' })
  await progress.waitFor({ state: 'attached' })
  await page.getByRole('status').getByText('1 file is being uploaded').waitFor()
  expect(await send(page, 'Post').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Stop uploading plan.png' }).click()
  await expect.poll(() => files(page).count(), eventually).toBe(0)
  expect(await send(page, 'Post').isDisabled()).toBe(false)
  gate.resolve()
  await page.unroute('**/files')
  await choose(page, { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await files(page)
    .getByText('The content of the file is not of its type. Send the file as it is, with its own type.')
    .waitFor()
  await choose(page, picture('huge.png', pngOf(16 * 1024 * 1024 + 1)))
  await page.getByRole('status').getByText('2 files are not attached').waitFor({ state: 'attached' })
  await files(page).getByText('Larger than 16 MB').waitFor()
  await page.getByRole('button', { name: 'Remove no.png' }).click()
  await page.getByRole('button', { name: 'Remove huge.png' }).click()
  await expect.poll(() => send(page, 'Post').isDisabled(), eventually).toBe(false)
})
