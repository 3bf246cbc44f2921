import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { framingTitle } from './frame-title.ts'

let changed = () => {}
let text = ''
const tab = {
  head: {},
  get title() {
    return text
  },
  set title(title: string) {
    text = title.replace(/\s+/g, ' ').trim()
  },
}

beforeEach(() => {
  tab.title = 'Inbox'
  vi.stubGlobal('document', tab)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(run: () => void) {
        changed = run
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const counted = (count: number) => (title: string) => `(${count}) ${title}`

test("every title that the page sets is framed, and after `end` the page's own title is shown", () => {
  const title = framingTitle()
  title.frame(counted(1))
  expect(tab.title).toBe('(1) Inbox')
  changed()
  tab.title = 'Ledger'
  changed()
  expect(tab.title).toBe('(1) Ledger')
  title.frame(counted(2))
  expect(tab.title).toBe('(2) Ledger')
  title.end()
  expect(tab.title).toBe('Ledger')
})

test('a title that the page sets in the same moment as a count is not lost', () => {
  const title = framingTitle()
  tab.title = 'Zoe'
  title.frame(counted(1))
  changed()
  expect(tab.title).toBe('(1) Zoe')
})

test('a title from which the browser removes spaces is framed once', () => {
  const title = framingTitle()
  title.frame(page => `(1)  ${page}`)
  changed()
  title.frame(counted(2))
  changed()
  expect(tab.title).toBe('(2) Inbox')
})
