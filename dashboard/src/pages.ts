import {
  IconBuilding,
  IconChartBar,
  IconInbox,
  IconListCheck,
  IconMailQuestion,
  IconSun,
  IconTable,
} from '@tabler/icons-react'
import type { SessionUser } from './session/session.ts'

const staff = ['operations', 'support'] as const

export const pages = [
  { to: '/', key: 'morning', Icon: IconSun, for: staff },
  { to: '/', key: 'home', Icon: IconBuilding, for: ['landlord'] },
  { to: '/inbox', key: 'inbox', Icon: IconInbox, for: [...staff, 'landlord'] },
  { to: '/triage', key: 'triage', Icon: IconMailQuestion, for: staff },
  { to: '/portfolio', key: 'portfolio', Icon: IconTable, for: ['operations'] },
  {
    to: '/requests',
    key: 'requests',
    Icon: IconBuilding,
    for: ['operations'],
    also: ['/properties', '/connections'],
  },
  { to: '/items', key: 'items', Icon: IconListCheck, for: staff },
  { to: '/ledger', key: 'ledger', Icon: IconChartBar, for: staff },
] as const

export type PageKey = (typeof pages)[number]['key']

const isWithin = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`)

/** Whether the path is the page's, one below it, or one in `also`. */
export const isCurrent = (page: (typeof pages)[number], pathname: string): boolean =>
  isWithin(pathname, page.to) || ('also' in page && page.also.some(area => isWithin(pathname, area)))

/** Whether the menu shows the page to the user; the API itself refuses other roles. */
export const isFor = (page: (typeof pages)[number], { role }: SessionUser): boolean =>
  page.for.some(one => one === role)
