import { priceOf } from '../bench/prices.ts'
import { params } from '../functions/src/config.ts'
import { httpsFunctions } from '../functions/src/functions.ts'

// What an attacker can cost a day at list prices (bench/prices.json), from the parameters' defaults and the functions'
// sizes. Prints the table of docs/threat-model.md, which a test holds against it.

interface Way {
  caller: string
  way: string
  limit: string
  /** US dollars a day. */
  oneAccount?: number
  all: number
}

const minutes = 24 * 60
const seconds = 60 * minutes
const byDefault = (parameter: { options: { default?: unknown } }): number => Number(parameter.options.default)

const { chat, integrations, webhooks } = httpsFunctions
const { maxInstances } = chat.size
const cpus = (...rows: { size: { cpu: number; maxInstances: number } }[]): number =>
  rows.reduce((sum, { size }) => sum + size.cpu * size.maxInstances, 0)
const cpuDay = (count: number): number => priceOf('cpuMs', count * seconds * 1000)

/** What one call uses. CPU milliseconds of `npm run bench -- cost`, the others' as low as they can be. */
const post = { firestoreReads: 3, firestoreWrites: 4, invocations: 2, cpuMs: 8 }
const refusedPost = { firestoreReads: 2, invocations: 1, cpuMs: 2 }
const missedRead = { firestoreReads: 1, invocations: 1, cpuMs: 2 }
const refusedCall = { invocations: 1, cpuMs: 1 }
/** One query of 200 messages, or a page of 100 with its thread and a lone account's authors. */
const longestPage = { firestoreReads: 205, invocations: 1, cpuMs: 20 }
const price = (use: Record<string, number>): number =>
  Object.entries(use).reduce((sum, [what, amount]) => sum + priceOf(what, amount), 0)

/** As many calls as those CPUs can answer. */
const atMost = (use: { cpuMs: number } & Record<string, number>, count: number): number => {
  const { cpuMs, ...rest } = use
  return (count * seconds * 1000 * price(rest)) / cpuMs + cpuDay(count)
}

const requests = byDefault(params.maxRequestsPerUserPerMinute) * maxInstances * minutes
const refusals = byDefault(params.refusalsPerMinute) * maxInstances * minutes
/** One entry of the audit log in ten seconds and process. */
const refusalsWritten = 6 * maxInstances * minutes
/** What docs/deploy.md says to set at Algolia, for each user and address. */
const searchesAnHour = 1000

export const ways: readonly Way[] = [
  {
    ...{ caller: 'anonymous', way: 'calls without a sign-in', limit: 'instances of the HTTPS functions' },
    all: atMost(refusedCall, cpus(chat, integrations, webhooks)),
  },
  {
    ...{ caller: 'any account', way: 'posts', limit: '`MAX_POSTS_PER_USER_PER_MINUTE`; instances of `chat`' },
    oneAccount: byDefault(params.maxPostsPerUserPerMinute) * minutes * price(post),
    all: atMost(post, cpus(chat)),
  },
  {
    ...{ caller: 'any account', way: 'refused posts', limit: '`REFUSALS_PER_MINUTE`; instances of `chat`' },
    oneAccount: refusals * price(refusedPost) + priceOf('firestoreWrites', refusalsWritten),
    all: atMost(refusedPost, cpus(chat)),
  },
  {
    caller: 'any account',
    way: 'reads and search keys, refused',
    limit: '`MAX_REQUESTS_PER_USER_PER_MINUTE`; instances of `chat`',
    oneAccount: requests * price(missedRead),
    all: atMost(missedRead, cpus(chat)),
  },
  {
    ...{ caller: 'any account', way: 'sign-ups', limit: 'free by e-mail and Google; leave telephone off' },
    ...{ oneAccount: 0, all: 0 },
  },
  {
    caller: 'landlord',
    way: 'reads of the longest pages',
    limit: '`MAX_REQUESTS_PER_USER_PER_MINUTE`; `MAX_PAGES_BY_MEMBERS_PER_MINUTE`',
    oneAccount: requests * price(longestPage),
    all: byDefault(params.maxPagesByMembersPerMinute) * maxInstances * minutes * price(longestPage),
  },
  {
    caller: 'landlord',
    way: 'searches',
    limit: "the parent key's *Max API calls/IP/hour*; `MAX_SEARCH_HOURS_BY_MEMBERS_PER_DAY`",
    oneAccount: priceOf('algoliaCalls', searchesAnHour * 24),
    all: priceOf('algoliaCalls', searchesAnHour * byDefault(params.maxSearchHoursByMembersPerDay)),
  },
  {
    caller: 'landlord',
    way: 'sends',
    limit: '`MAX_SENDS_PER_USER_PER_DAY`; `MAX_SENDS_BY_MEMBERS_PER_DAY`',
    oneAccount: priceOf('smsSegments', byDefault(params.maxSendsPerUserPerDay)),
    all: priceOf('smsSegments', byDefault(params.maxSendsByMembersPerDay)),
  },
]

const dollars = (amount: number | undefined, otherwise: string): string =>
  amount === undefined ? otherwise : amount === 0 ? '0' : amount.toFixed(amount < 10 ? 1 : 0)

export const table = (): string[] => [
  '| caller | way | limit | one account | all together |',
  '|---|---|---|---|---|',
  ...ways.map(
    ({ caller, way, limit, oneAccount, all }) =>
      `| ${caller} | ${way} | ${limit} | ${dollars(oneAccount, '')} | ${dollars(all, 'each')} |`,
  ),
]

if (import.meta.main) console.log(table().join('\n'))
