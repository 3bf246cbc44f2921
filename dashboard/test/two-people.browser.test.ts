import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, messagesIn, person, type Staff } from './support/world.ts'

withBrowser()

const question = (page: Page, who: Staff) =>
  page.getByRole('region', { name: `${who.name} answered meanwhile` })

async function answer(page: Page, text: string): Promise<void> {
  await textBox(page).fill(text)
  await textBox(page).press('Control+Enter')
}

test(
  'the second of two answers is asked about first, by press and by key, and neither text is lost',
  journey,
  async () => {
    const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
    const talk = await conversation({ staff: [ann, bob] })
    await guestWrites(talk, 'When can we check in?')
    const address = `/inbox/${talk.threadId}`
    const page = await windowOf(ann, address, { viewport: { width: 360, height: 740 } })
    await bubble(page, 'When can we check in?').waitFor()
    await way(page, 'Platform').click()
    await textBox(page).fill('At three.')
    const other = await windowOf(bob, address)
    await bubble(other, 'When can we check in?').waitFor()
    await way(other, 'Platform').click()
    await answer(other, 'From two on.')
    await bubble(page, 'From two on.').waitFor()
    expect(await textBox(page).inputValue()).toBe('At three.')
    const answered = page.getByText('Bob has answered since you began to write.')
    await answered.waitFor()
    // A note is no answer.
    await way(page, 'Note').click()
    expect(await answered.count()).toBe(0)
    await way(page, 'Platform').click()

    await textBox(page).press('Control+Enter')
    await question(page, bob).getByText('Their answer: From two on.').waitFor()
    await question(page, bob).getByText('Not sent yet: At three.').waitFor()
    await page.reload()
    await question(page, bob).waitFor()
    await look(page, 'second-answer')
    await page.setViewportSize({ width: 360, height: 740 })
    await question(page, bob).getByRole('button', { name: 'Keep as draft' }).click()
    await expect.poll(() => textBox(page).inputValue(), eventually).toBe('At three.')
    await question(page, bob).waitFor({ state: 'detached' })

    // The draft was kept knowing that answer; a further answer comes.
    await answer(other, 'Or earlier, just ask.')
    await bubble(page, 'Or earlier, just ask.').waitFor()
    await textBox(page).press('Control+Enter')
    await question(page, bob).getByText('Their answer: Or earlier').waitFor()
    await textBox(page).press('Escape')
    await page.keyboard.press('y')
    await question(page, bob).waitFor({ state: 'detached' })
    const texts = ['When can we check in?', 'From two on.', 'Or earlier, just ask.', 'At three.']
    await expect
      .poll(async () => (await messagesIn(talk.threadId)).map(({ body }) => body), eventually)
      .toEqual(texts)

    // The user's own answers raise no question.
    await answer(page, 'See you then.')
    await answer(page, 'Safe travels!')
    await bubble(page, 'Safe travels!').waitFor()
    await expect.poll(async () => (await messagesIn(talk.threadId)).length, eventually).toBe(texts.length + 2)
  },
)

test('two people see that the other has the thread open, and when the other writes', async () => {
  const [ann, bob] = await Promise.all([person('Ann'), person('Bob')])
  const talk = await conversation({ staff: [ann, bob] })
  const address = `/inbox/${talk.threadId}`
  const page = await windowOf(ann, address)
  await textBox(page).waitFor()
  const other = await windowOf(bob, address)
  await page.getByText('Bob has this open').waitFor()
  await other.getByText('Ann has this open').waitFor()
  await textBox(page).fill('At three.')
  await other.getByText('Ann is writing…').first().waitFor()
  await look(other, 'presence')
  await other.setViewportSize({ width: 1280, height: 800 })
  // A writer who stops still has the thread open; a reader of another thread sees neither.
  await other.getByText('Ann has this open').waitFor()
  await textBox(page).fill('')
  const elsewhere = await conversation({ staff: [bob] })
  await other.goto(`/inbox/${elsewhere.threadId}`)
  await textBox(other).waitFor()
  expect(await other.getByText(/has this open|is writing/).count()).toBe(0)
})
