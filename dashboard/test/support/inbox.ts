import type { Page } from 'playwright-core'

export const textBox = (page: Page) => page.getByRole('form', { name: 'Write' }).getByRole('textbox')

export const bubble = (page: Page, text: string) =>
  page.getByTestId('messages').getByRole('article').filter({ hasText: text })

export const tick = (page: Page, text: string, status: string) =>
  bubble(page, text).locator(`[data-delivery="${status}"]`)

export const row = (page: Page, text: string) =>
  page.getByTestId('threads').getByRole('link').filter({ hasText: text })

export const way = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Send as' }).getByText(name)

export const eventually = { timeout: 90_000, interval: 100 }
