import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { dateFormat, numberFormat, relativeFormat } from './formats.ts'

const narrow = { numeric: 'auto', style: 'narrow' } as const
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago, in the reader's zone; the exact time at a hover. `says`: in which words. */
export function Time({ at, says = shortly }: { at: string | number; says?: typeof shortly }) {
  const locale = readersLocale()
  const now = useNow(minute)
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exact(date, locale)}>
      {says(date, now, locale)}
    </time>
  )
}

/** How long ago, in words; the exact time when one points at it. */
export const Age = ({ at }: { at: string }) => <Time at={at} says={ageOf} />

/** A day without a time, which is the same in every zone. */
export const dayOf = (day: string, language = readersLocale()): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

/** The days of a stay, as short as they can be: 3–7 Dec. */
export function daysOf(
  { arrival, departure }: { arrival: string; departure: string },
  language: string,
): string {
  const year = String(new Date().getFullYear())
  const isThisYear = [arrival, departure].every(day => day.startsWith(year))
  return dateFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(!isThisYear && { year: 'numeric' }),
  }).formatRange(new Date(arrival), new Date(departure))
}

/** The time of day. */
export function ClockTime({ at }: { at: string }) {
  const locale = readersLocale()
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exact(date, locale)}>
      {clock(date, locale)}
    </time>
  )
}

/** The reader's own way of writing times, in the language of the page: 24 hours in British English, for example. */
export const readersLocale = (): string =>
  navigator.languages.find(tag => tag.split('-')[0] === i18next.language) ?? i18next.language

/** The time, again and again. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const written =
  (options: Intl.DateTimeFormatOptions) =>
  (date: Date, language = readersLocale()): string =>
    dateFormat(language, options).format(date)

export const exact = written({ dateStyle: 'full', timeStyle: 'long' })

/** A day and a time of it. */
export const moment = written({ dateStyle: 'medium', timeStyle: 'short' })

export const clock = written({ hour: 'numeric', minute: '2-digit' })

/** A time of the next days, as short as it can be. */
export function shortTime(at: Date): string {
  const isToday = isSameDay(at, new Date())
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const format = isToday ? time : ({ weekday: 'short', day: 'numeric', ...time } as const)
  return dateFormat(readersLocale(), format).format(at)
}

const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A sentence of the API has its times in UTC. */
export const inLocalTime = (text: string): string => text.replace(isoTime, at => shortTime(new Date(at)))

/** As short as a list allows: the time of today, the day of this week, else the date. */
function shortly(date: Date, now: number, language: string): string {
  const age = now - date.getTime()
  if (Math.abs(age) < minute) return relativeFormat(language, narrow).format(0, 'second')
  if (age > 0 && age < hour)
    return relativeFormat(language, narrow).format(-Math.floor(age / minute), 'minute')
  if (isSameDay(date, new Date(now))) return clock(date, language)
  if (age > 0 && age < 6 * day) return dateFormat(language, { weekday: 'short' }).format(date)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return dateFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date)
}

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** “3 days ago”: in the largest unit that is full. */
export function ageOf(date: Date, now: number, language: string): string {
  const age = now - date.getTime()
  const [unit, ms] = units.find(([, length]) => age >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return relativeFormat(language, { numeric: 'auto', style: 'long' }).format(
    -Math.floor(Math.max(age, 0) / ms),
    unit,
  )
}

/** “in 3 hr. 12 min.”, to the minute; to the second when little is left. */
export function timeLeft(ms: number, language = readersLocale()): string {
  const unit = (name: string, value: number) =>
    numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (ms < 5 * minute) {
    const seconds = Math.max(0, Math.ceil(ms / 1000))
    if (seconds < 60) return unit('second', seconds)
    return `${unit('minute', Math.floor(seconds / 60))} ${unit('second', seconds % 60)}`
  }
  const minutes = Math.floor(ms / minute)
  if (minutes < 60) return unit('minute', minutes)
  return `${unit('hour', Math.floor(minutes / 60))} ${unit('minute', minutes % 60)}`
}

/** “12 min”, in the largest unit that is full: seconds, minutes, hours or days. */
export function span(ms: number, language: string): string {
  const [name, length] = units.slice(2).find(([, least]) => ms >= least) ?? ['second', 1_000]
  const value = Math.floor(ms / length)
  return numberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: name === 'day' ? 'long' : 'short',
  }).format(value)
}

/** By the calendar: not every day has 24 hours. */
export const dayBefore = (date: Date): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)

export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()
