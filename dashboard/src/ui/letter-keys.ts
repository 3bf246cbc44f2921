import { useSyncExternalStore } from 'react'
import { keep, onKept, textAt } from '../storage.ts'
import { isTyping } from './focus.ts'

const key = 'letter-keys'

/** A letter alone acts unless switched off on this device, as by people who dictate or mistype. */
export const hasLetterKeys = (): boolean => textAt(key) !== 'false'

export const setLetterKeys = (isOn: boolean): void => keep(key, isOn)

export const useLetterKeys = (): boolean => useSyncExternalStore(onKept, hasLetterKeys)

let isHeld = false

/** Letters are meant for a dialog whose code is still on its way. */
export const holdLetters = (value: boolean): void => {
  isHeld = value
}

/** Whether a letter key acts on the page: not in a text field, nor below a dialog. */
export const countsAsKey = (target: EventTarget | null): boolean =>
  hasLetterKeys() && !isHeld && !isTyping(target) && !document.querySelector('[role="dialog"]')
