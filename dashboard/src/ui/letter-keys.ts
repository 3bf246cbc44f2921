import { useSyncExternalStore } from 'react'
import { keep, kept, onKept } from '../outbox/storage.ts'

const key = 'letter-keys'

/** Whether a letter alone does something, as chosen on this device. Who speaks to it, or types by mistake, says no. */
export const hasLetterKeys = (): boolean => kept(key) !== 'false'

export const setLetterKeys = (isOn: boolean): void => keep(key, isOn)

export const useLetterKeys = (): boolean => useSyncExternalStore(onKept, hasLetterKeys)
