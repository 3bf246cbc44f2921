import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { png } from '../../functions/test/support/files.ts'
import { call, db, signIn } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person } from './support/world.ts'

withBrowser()

const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const open = (page: Page) => page.getByRole('button', { name: 'Canned replies' }).click()
const offer = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Canned replies to insert' }).getByRole('option', { name })
const send = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
const selected = (box: HTMLElement | SVGElement) =>
  box instanceof HTMLTextAreaElement ? box.value.slice(box.selectionStart, box.selectionEnd) : ''
const wide = { width: 1280, height: 800 }

/** A thread with a guest whose house has a door code alone, and a person who answers there. */
async function home() {
  const ann = await person('Ann')
  const { threadId, guestName } = await conversation({ staff: [ann] })
  const { propertyId } = (await db().doc(`threads/${threadId}`).get()).data() ?? {}
  await db()
    .doc(`properties/${propertyId}`)
    .update({ facts: { 'Door code': '1357' } })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  await way(page, 'Platform').click()
  return { ann, threadId, guestName, page, name: `Way in ${ann.uid.slice(-8)}` }
}

async function stored(name: string) {
  const { docs } = await db().collection('cannedReplies').where('name', '==', name).get()
  return docs.map(document => ({ ref: document.ref, ...document.data() }))
}

test(
  'a reply is written for the team, found by a slash, filled in with its file, and held until it is complete',
  journey,
  async () => {
    const { page, name, guestName, threadId } = await home()
    await open(page)
    await inDialog(page, 'New canned reply').click()
    const text = dialog(page).getByRole('textbox', { name: 'Text' })
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
    await text.fill('Hello {{guest}}, the code is {{keyCode}}.')
    await dialog(page).getByText('We can’t fill in {{keyCode}}.').waitFor()
    expect(await inDialog(page, 'Save for the team').isDisabled()).toBe(true)
    await text.fill('Hello {{guest}}, the code is {{doorCode}}, the Wi-Fi {{wifi}}.')
    const choosing = page.waitForEvent('filechooser')
    await inDialog(page, 'Attach files').click()
    await (await choosing).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: png })
    await inDialog(page, 'Remove door.png').waitFor()
    await inDialog(page, 'Save for the team').click()
    await inDialog(page, `Insert ${name}`).getByText('Written by you').waitFor()
    await look(page, 'canned-replies')
    await page.setViewportSize(wide)
    await inDialog(page, 'Close').click()
    await dialog(page).waitFor({ state: 'detached' })

    await textBox(page).fill('')
    await textBox(page).pressSequentially(`/${name.slice(-8)}`)
    await offer(page, name).waitFor()
    await look(page, 'canned-offers')
    await page.setViewportSize(wide)
    await textBox(page).press('Enter')
    const filled = (wifi: string) => `Hello ${guestName}, the code is 1357, the Wi-Fi ${wifi}.`
    await expect.poll(() => textBox(page).inputValue(), eventually).toBe(filled('[wifi]'))
    await page.getByText('Fill in [wifi] before you send this, or add it to the facts').waitFor()
    await page.getByRole('button', { name: 'Remove door.png' }).waitFor()
    expect(await send(page).isDisabled()).toBe(true)
    // The open place is selected, so that typing replaces it.
    await expect.poll(() => textBox(page).evaluate(selected), eventually).toBe('[wifi]')
    await textBox(page).pressSequentially('the mill')
    await expect.poll(() => textBox(page).inputValue(), eventually).toBe(filled('the mill'))
    await expect.poll(() => send(page).isDisabled(), eventually).toBe(false)
    await textBox(page).press('Control+Enter')
    await bubble(page, 'the mill').waitFor()
    await expect
      .poll(() => messagesIn(threadId), eventually)
      .toMatchObject([{ body: filled('the mill'), files: [{ name: 'door.png' }] }])
    expect(await stored(name)).toMatchObject([{ files: [{ name: 'door.png' }], version: 1 }])
  },
)

test('a change of somebody else is shown, not overwritten unasked, and a reply is deleted', async () => {
  const { page, name, ann } = await home()
  const bob = await person('Bob')
  const authorship = { createdBy: bob.uid, createdAt: new Date(), changedBy: bob.uid, changedAt: new Date() }
  await db()
    .doc(`cannedReplies/${ann.uid}`)
    .set({ ...authorship, name, text: 'At three.', files: [], version: 1 })
  await db()
    .doc('cannedNames/all')
    .set({ names: { [ann.uid]: name.toLowerCase() } }, { merge: true })
  await open(page)
  await dialog(page).getByRole('searchbox').fill(name)
  await inDialog(page, `Insert ${name}`).getByText('Written by Bob').waitFor()
  await inDialog(page, `Change ${name}`).click()
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill('At four.')
  await db().doc(`cannedReplies/${ann.uid}`).update({ text: 'At five.', version: 2 })
  await inDialog(page, 'Save for the team').click()
  await dialog(page).getByRole('alert').getByText('At five.').waitFor()
  expect(await inDialog(page, 'Save for the team').isDisabled()).toBe(true)
  await inDialog(page, 'Keep mine').click()
  await inDialog(page, 'Save for the team').click()
  await inDialog(page, `Insert ${name}`).getByText('Changed by you').waitFor()
  expect(await stored(name)).toMatchObject([{ text: 'At four.', version: 3, createdBy: bob.uid }])
  await inDialog(page, `Insert ${name}`).click()
  await expect.poll(() => textBox(page).inputValue(), eventually).toBe('At four.')
  await open(page)
  await inDialog(page, `Change ${name}`).click()
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill('At six.')
  const { token } = await signIn({ role: 'support' })
  await call('DELETE', `/chat/canned-replies/${ann.uid}`, { token })
  await inDialog(page, 'Save for the team').click()
  await dialog(page).getByRole('alert').getByText('There is no such canned reply.').waitFor()
  await inDialog(page, 'Save for the team').click()
  await inDialog(page, `Insert ${name}`).getByText('Written by you').waitFor()
  expect(await stored(name)).toMatchObject([{ text: 'At six.', version: 1 }])
  await inDialog(page, `Delete ${name}`).click()
  await inDialog(page, 'Delete for the team').click()
  await inDialog(page, `Delete ${name}`).waitFor({ state: 'detached' })
  await expect.poll(() => stored(name), eventually).toEqual([])
})
