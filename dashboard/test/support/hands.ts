import type { Locator, Page } from 'playwright-core'
import { eventually } from './inbox.ts'
import type { Staff } from './world.ts'

/** A user with a keyboard and no mouse, whose presses are counted. */
export interface Hands {
  page: Page
  press: (key: string) => Promise<void>
  /** Inserts a text; its characters count as no presses. */
  type: (text: string) => Promise<void>
  /** Presses Tab until the target has the focus. */
  reach: (target: Locator) => Promise<void>
  presses: () => number
  /** Events of pointer, touch and wheel. */
  pointed: () => number
}

/** Number of Tabs that reach everything on a page. */
const farthest = 80

export async function handsOn(page: Page): Promise<Hands> {
  let presses = 0
  let pointed = 0
  await page.exposeFunction('pointedAt', () => {
    pointed += 1
  })
  await page.addInitScript(() => {
    for (const name of ['pointerdown', 'touchstart', 'wheel'])
      window.addEventListener(name, () => (window as unknown as { pointedAt: () => void }).pointedAt(), true)
  })
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  return {
    page,
    press,
    type: text => page.keyboard.insertText(text),
    reach: async target => {
      await target.waitFor()
      for (let tabs = 0; tabs < farthest; tabs += 1) {
        if (await target.evaluate(element => element === document.activeElement)) return
        await press('Tab')
      }
      throw new Error(`${target} is not reached by ${farthest} Tabs`)
    },
    presses: () => presses,
    pointed: () => pointed,
  }
}

export async function signInByKeys({ page, press, type, reach }: Hands, who: Staff, address: string) {
  await page.goto(address)
  await reach(page.getByRole('textbox', { name: 'E-mail address' }))
  await type(who.email)
  await reach(page.getByLabel('Password', { exact: true }))
  await type(who.password)
  await press('Enter')
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: eventually.timeout })
}
