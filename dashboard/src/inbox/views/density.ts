import { useSyncExternalStore } from 'react'
import { keep, onKept, textAt } from '../../storage.ts'

const key = 'compact-rows'

const isCompact = (): boolean => textAt(key) === 'true'

export const setCompact = (value: boolean): void => keep(key, value)

/** Whether the rows of a list are as low as they can be, as chosen on this device. */
export const useCompact = (): boolean => useSyncExternalStore(onKept, isCompact)
