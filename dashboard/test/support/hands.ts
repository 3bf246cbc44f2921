import type { Locator, Page } from 'playwright-core'
import { eventually } from './inbox.ts'
import type { Staff } from './world.ts'

/** Somebody who has a keyboard and no mouse, and counts what they press. */
export interface Hands {
  page: Page
  press: (key: string) => Promise<void>
  /** Characters are no presses: they are as many as there is to say. */
  type: (text: string) => Promise<void>
  /** Tabs until that has the focus. */
  reach: (target: Locator) => Promise<void>
  presses: () => number
  /** Events of pointer, touch and wheel. */
  pointed: () => number
}

/** Tabs within which everything on a page is reached. */
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
