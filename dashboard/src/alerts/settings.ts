import { useSyncExternalStore } from 'react'
import { keep, onKept, textAt } from '../storage.ts'

const notificationsKey = 'notifications'
const soundKey = 'notification-sound'

export const canNotify = (): boolean => typeof Notification === 'function'

/** Switched on for this device, and allowed by its browser. */
const hasNotifications = (): boolean =>
  canNotify() && textAt(notificationsKey) === 'true' && Notification.permission === 'granted'

export const hasSound = (): boolean => textAt(soundKey) !== 'false'

export const useNotifications = (): boolean => useSyncExternalStore(onKept, hasNotifications)

export const useSound = (): boolean => useSyncExternalStore(onKept, hasSound)

export const setSound = (isOn: boolean): void => keep(soundKey, isOn)

/** Returns false if notifications were to be switched on and the browser refused. */
export async function setNotifications(isOn: boolean): Promise<boolean> {
  const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted'
  keep(notificationsKey, isOn && isAllowed)
  return isAllowed
}
