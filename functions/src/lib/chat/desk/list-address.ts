import { type ChannelName, channelNames } from '../channel-names.ts'
import { type StayPhase, stayPhases } from './stay-phase.ts'

/** The order of the menu. */
export const deskViews = ['mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'done'] as const
export type DeskViewName = (typeof deskViews)[number]

export const listViews = ['recent', 'unread', 'important', ...deskViews] as const
export type ListView = (typeof listViews)[number]

/** No team id equals it. */
export const defaultQueue = '.'

export interface ListFilter {
  /** An id, or `defaultQueue`. */
  team?: string | undefined
  property?: string | undefined
  stay?: StayPhase | undefined
  /** The guest's last channel. */
  channel?: ChannelName | undefined
}

export interface ListAddress {
  view: ListView
  filter: ListFilter
}

export const filterNames = ['team', 'property', 'stay', 'channel'] as const satisfies (keyof ListFilter)[]

/** Ignores unknown parts. */
export function readAddress(params: URLSearchParams): ListAddress {
  const view = oneOf(listViews, params.get('view')) ?? 'recent'
  const filter = {
    team: idIn(params, 'team'),
    property: idIn(params, 'property'),
    stay: oneOf(stayPhases, params.get('stay')),
    channel: oneOf(channelNames, params.get('channel')),
  }
  return { view, filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) }
}

export function isAddress(params: URLSearchParams): boolean {
  const { view, filter } = readAddress(params)
  const values: Readonly<Record<string, string | undefined>> = { view, ...filter }
  return [...params].every(([name, value]) => values[name] === value)
}

/** The parts have a fixed order. */
export function addressOf({ view, filter }: ListAddress): string {
  const params = new URLSearchParams(view === 'recent' ? {} : { view })
  for (const name of filterNames) if (filter[name]) params.set(name, filter[name])
  return params.toString()
}

export const isNarrowed = (filter: ListFilter): boolean => filterNames.some(name => filter[name])

const idIn = (params: URLSearchParams, name: string): string | undefined => {
  const id = params.get(name)
  return id && id.length <= mostOfId && !id.includes('/') ? id : undefined
}
/** Characters; a user may write any address. */
const mostOfId = 128

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name | undefined =>
  names.find(name => name === text)
