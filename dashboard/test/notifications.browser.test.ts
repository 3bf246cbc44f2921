import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

interface Notice {
  title: string
  body: string
}

interface Desktop {
  notices: (Notice & { onclick: () => void })[]
  tones: number
  answer: NotificationPermission
  isHidden: boolean
}

type DesktopWindow = Window & { desktop: Desktop }

/** Replaces the desktop by one that records notifications and tones. */
async function withDesktop(page: Page, answer: NotificationPermission): Promise<void> {
  await page.addInitScript(given => {
    const desktop: Desktop = { notices: [], tones: 0, answer: given, isHidden: false }
    class DesktopNotification {
      static permission: NotificationPermission = 'default'
      static async requestPermission() {
        DesktopNotification.permission = desktop.answer
        return DesktopNotification.permission
      }
      onclick = () => {}
      title: string
      body: string
      constructor(title: string, { body = '' }: NotificationOptions) {
        this.title = title
        this.body = body
        desktop.notices.push(this)
      }
      close() {}
    }
    Object.assign(window, { desktop, Notification: DesktopNotification })
    const createOscillator = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      desktop.tones += 1
      return createOscillator.call(this)
    }
    Object.defineProperty(document, 'visibilityState', {
      get: () => (desktop.isHidden ? 'hidden' : 'visible'),
    })
  }, answer)
  await page.reload()
}

const desktopOf = (page: Page) =>
  page.evaluate(() => {
    const { notices, tones } = (window as unknown as DesktopWindow).desktop
    return { tones, notices: notices.map(({ title, body }) => ({ title, body })) }
  })

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(value => {
    ;(window as unknown as DesktopWindow).desktop.isHidden = value
  }, isHidden)

/** Checks the notices of these threads; those of other tests may come meanwhile. */
const expectNotices = (page: Page, names: string[], notices: Notice[]) =>
  expect
    .poll(
      async () => (await desktopOf(page)).notices.filter(({ title }) => names.includes(title)),
      eventually,
    )
    .toEqual(notices)

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByText(name, { exact: true }).click()
}

test('own and late threads raise desktop notifications with a sound, and a click leads to the thread', async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob')]
  const name = `Mine ${ann.uid.slice(-6)}`
  const open = { state: 'open', updatedAt: new Date() }
  const mine = await conversation({ staff: [ann], name, thread: { ...open, ownerId: ann.uid } })
  const other = `Others ${ann.uid.slice(-6)}`
  const theirs = await conversation({ staff: [ann], name: other, thread: { ...open, ownerId: bob.uid } })
  const names = [name, other]
  await guestWrites(mine, 'Before it is switched on')
  const page = await windowOf(ann, '/inbox')
  await withDesktop(page, 'granted')
  await row(page, name).getByText('Before it is').waitFor()
  await choose(page, 'Notifications on')
  await page.getByRole('radiogroup', { name: 'Sound of notifications' }).waitFor()
  await look(page, 'notifications')
  await page.keyboard.press('Escape')

  await hide(page, true)
  await guestWrites(theirs, 'Not of mine')
  await row(page, other).getByText('Not of mine').waitFor()
  await guestWrites(mine, 'Is there a kettle?')
  const hidden = { title: name, body: 'New message in a thread of yours\nIs there a kettle?' }
  await expectNotices(page, names, [hidden])
  await hide(page, false)
  await guestWrites(mine, 'And tea?')
  const visible = { title: name, body: 'New message in a thread of yours' }
  await expectNotices(page, names, [hidden, visible])
  await expect
    .poll(async () => {
      const { tones, notices } = await desktopOf(page)
      return tones - notices.length
    })
    .toBe(0)

  await choose(page, 'Sound off')
  await page.keyboard.press('Escape')
  const { tones } = await desktopOf(page)
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await db().doc(`threads/${theirs.threadId}`).update({ unansweredSince: anHourAgo, dueBy: anHourAgo })
  const all = [hidden, visible, { title: other, body: 'The answer is late' }]
  await expectNotices(page, names, all)
  expect((await desktopOf(page)).tones).toBe(tones)

  await page.evaluate(given => {
    const { notices } = (window as unknown as DesktopWindow).desktop
    notices.find(({ title }) => title === given)?.onclick()
  }, name)
  await page.waitForURL(`**/inbox/${mine.threadId}`)
  await bubble(page, 'And tea?').waitFor()
  await guestWrites(mine, 'I see it here')
  await bubble(page, 'I see it here').waitFor()
  await row(page, name).getByText('I see it here').waitFor()
  await expectNotices(page, names, all)
})

test('a browser that refuses leaves notifications off, and the page says so', async () => {
  const page = await windowOf(await person('Ann'), '/items')
  await withDesktop(page, 'denied')
  await choose(page, 'Notifications on')
  await page.getByText('Your browser refuses notifications of this site.').waitFor()
  const choice = page.getByRole('radiogroup', { name: 'Notifications', exact: true })
  expect(await choice.getByRole('radio', { name: 'Notifications off' }).isChecked()).toBe(true)
})
