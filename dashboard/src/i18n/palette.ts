import i18next from 'i18next'
import type { Catalogue } from './catalogue.ts'

/** Of the palette and the sheet of keys; loaded with them. */
const palette = {
  palette: {
    title: 'Go to, or do',
    label: 'Page, guest, property or command',
    list: 'What it finds',
    none: 'Nothing has these words.',
    failed: 'Guests can’t be searched for right now.',
    found_one: '{{count, number}} found',
    found_other: '{{count, number}} found',
    groups: {
      pages: 'Pages',
      commands: 'Commands',
      threads: 'Threads',
      properties: 'Properties',
      channels: 'Channels',
    },
    light: 'Light colours',
    dark: 'Dark colours',
    auto: 'Colours of the device',
    keys: 'Keyboard shortcuts',
    lettersOn: 'Switch letter keys on',
    lettersOff: 'Switch letter keys off',
  },
  keys: {
    title: 'Keyboard shortcuts',
    off: 'Letter keys are off on this device. Switch them on in the account menu.',
    everywhere: 'Everywhere',
    list: 'In the list of threads',
    moving: 'From thread to thread',
    thread: 'In a thread',
    second: 'When somebody has answered before you',
    writing: 'Where you write',
    meanings: {
      palette: 'Go to a page, a guest or a property, or do something',
      sheet: 'This list',
      undo: 'Undo what you did last',
      arrows: 'From row to row, by page with Page Up and Page Down',
      ends: 'First and last row',
      open: 'Open the thread',
      pick: 'Choose the thread, with Shift all up to it',
      clear: 'Choose none',
      next: 'Open the next thread of the list',
      previous: 'Open the one before',
      toList: 'Back to the list',
      take: 'Take it',
      give: 'Give it to somebody',
      queue: 'Back into the queue',
      done: 'Done',
      snooze: 'Snooze',
      waiting: 'Wait for the guest',
      reopen: 'Open it again',
      about: 'About this thread',
      write: 'Write',
      send: 'Send',
      canned: 'Canned replies, at the start of a line',
      mention: 'Call a colleague, in a note',
      leave: 'Leave the text box',
      number: 'One of what is offered',
      buttons: 'From button to button above the messages',
      sendBoth: 'Send yours anyway',
      keep: 'Keep yours as a draft',
      discard: 'Discard yours',
    },
  },
} as const

export type Palette = typeof palette

/** By language. */
const catalogues: Record<string, Catalogue<Palette>> = { en: palette }

for (const [language, texts] of Object.entries(catalogues))
  i18next.addResourceBundle(language, 'translation', texts, true)
