import { type ChannelName, channelNames } from '../channels/names.ts'
import { type StayPhase, stayPhases } from './stay-phase.ts'

/** The views that the desk works from, in the order of their choice. */
export const deskViews = ['mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'done'] as const
export type DeskViewName = (typeof deskViews)[number]

/** The views that a list of threads shows. */
export const listViews = ['recent', 'unread', 'important', ...deskViews] as const
export type ListView = (typeof listViews)[number]

/** Stands for the queue of no team; no id of a team can be that. */
export const defaultQueue = '.'

/** What a list is narrowed to. */
export interface ListFilter {
  /** An id, or `defaultQueue`. */
  team?: string | undefined
  property?: string | undefined
  stay?: StayPhase | undefined
  /** By which the guest wrote last. */
  channel?: ChannelName | undefined
}

export interface ListAddress {
  view: ListView
  filter: ListFilter
}

export const filterNames = ['team', 'property', 'stay', 'channel'] as const satisfies (keyof ListFilter)[]

/** Reads the query of the inbox's address. What is not known in it is not there. */
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

/** Whether all that a query says is known. */
export function isAddress(params: URLSearchParams): boolean {
  const { view, filter } = readAddress(params)
  const known: Readonly<Record<string, string | undefined>> = { view, ...filter }
  return [...params].every(([name, value]) => known[name] === value)
}

/** The query of the address, always in the same order; empty for all that is recent. */
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
/** Characters of an id that whoever has an address may have written. */
const mostOfId = 128

const oneOf = <Name extends string>(names: readonly Name[], given: string | null): Name | undefined =>
  names.find(name => name === given)
