import { priceOf } from '../bench/prices.ts'
import { params } from '../functions/src/config.ts'
import {
  createdFunctions,
  type FunctionRow,
  type HttpsFunction,
  httpsFunctions,
  writtenFunctions,
} from '../functions/src/functions.ts'
import { atOnce } from '../functions/src/lib/chat/search/record-pace.ts'
import { type HostileActName, mostOfHostile } from '../functions/test/support/hostile-acts.ts'
import { searchesAnHour } from './verify/search-key.ts'

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

const { chat } = httpsFunctions
const { maxInstances } = chat.size
const https: HttpsFunction[] = Object.values(httpsFunctions)
/** That all instances take in a second. */
const mostPerSecond = https.reduce(
  (sum, { size, perSecond = byDefault(params.maxRequestsPerSecond) }) => sum + size.maxInstances * perSecond,
  0,
)
const cpuOf = (...rows: FunctionRow[]): number =>
  rows.reduce((sum, { size }) => sum + priceOf('cpuMs', size.cpu * size.maxInstances * seconds * 1000), 0)
/** A function that writes records is at work all day while changes wait for their turn. */
const waitingDay = cpuOf(createdFunctions.handlemessage)
/** Every instance at work for a day, and so whatever CPU answers take. */
const cpuDay = cpuOf(
  ...https,
  createdFunctions.handlemessage,
  writtenFunctions.syncthread,
  writtenFunctions.keepitem,
)

const gib = 1024 ** 3
const megabyte = 1_000_000
/** A refusal with its headers. Bytes. */
const refusalBytes = 500
/** CPU of a post, docs/measurements.md; no call takes more for each function that it wakes, but those of long pages. */
export const postCpuMs = 2.26
const pageCpuMs = 10 * postCpuMs

type Act = (typeof mostOfHostile)[HostileActName]

/** What an act costs but for calls of the index, which have a limit of their own. */
const costOf = ({ invocations, reads, writes }: Act, cpuMs = invocations * postCpuMs): number =>
  priceOf('invocations', invocations) +
  priceOf('firestoreReads', reads) +
  priceOf('firestoreWrites', writes) +
  priceOf('cpuMs', cpuMs)
const refusalOf = (act: Act, cpuMs?: number): number =>
  costOf(act, cpuMs) + priceOf('egressGib', refusalBytes / gib)

const acts = mostOfHostile
/** Of a minute and process. */
const ofProcesses = (perMinute: number): number => perMinute * maxInstances * minutes
/** Of one method, by one user. */
const requests = ofProcesses(byDefault(params.maxRequestsPerUserPerMinute))
/** By all landlords, and by all others. */
const allRequests = ofProcesses(2 * byDefault(params.maxRequestsByMembersPerMinute))
const pages = byDefault(params.maxPagesPerUserPerDay) * maxInstances
const allPages = ofProcesses(byDefault(params.maxPagesByMembersPerMinute))
const refusals = ofProcesses(byDefault(params.refusalsPerMinute))
const posts = byDefault(params.maxPostsPerUserPerMinute) * minutes
/** One entry of the audit log in ten seconds and process. */
const refusalsWritten = ofProcesses(6)
const userBytes = priceOf(
  'egressGib',
  (byDefault(params.maxMegabytesPerUserPerDay) * maxInstances * megabyte) / gib,
)
const allBytes = priceOf(
  'egressGib',
  (byDefault(params.maxMegabytesByMembersPerDay) * maxInstances * megabyte) / gib,
)
/** Calls of the index by one of the processes that write records, with those that may be made at once. */
const indexDay =
  waitingDay + priceOf('algoliaCalls', byDefault(params.maxIndexCallsByMembersPerDay) * (1 + atOnce))

const perUser = '`MAX_REQUESTS_PER_USER_PER_MINUTE`'
const perAll = '`MAX_REQUESTS_BY_MEMBERS_PER_MINUTE`'
const perIndex = '`MAX_INDEX_CALLS_BY_MEMBERS_PER_DAY`'
const perPost = '`MAX_POSTS_PER_USER_PER_MINUTE`'
const perByte = '`MAX_MEGABYTES_PER_USER_PER_DAY`; `MAX_MEGABYTES_BY_MEMBERS_PER_DAY`'

/** "All together": documents and calls, with every instance at work all day in place of the CPU that each act takes. */
const ofAll = (dollars: number): number => dollars + cpuDay

export const ways: readonly Way[] = [
  {
    ...{ caller: 'anonymous', way: 'calls without a sign-in', limit: '`MAX_REQUESTS_PER_SECOND`; instances' },
    all: ofAll(mostPerSecond * seconds * refusalOf(acts['a call without a sign-in'], 0)),
  },
  {
    ...{ caller: 'anonymous', way: 'downloads of the API document' },
    limit: '`MAX_MEGABYTES_BY_MEMBERS_PER_DAY`; instances',
    all: ofAll(allBytes),
  },
  {
    ...{ caller: 'any account', way: 'posts', limit: `${perPost}; ${perAll}; ${perIndex}` },
    oneAccount: posts * costOf(acts['a post of a member']) + indexDay + userBytes,
    all: ofAll(allRequests * costOf(acts['a post of a member'], 0) + indexDay + allBytes),
  },
  {
    ...{ caller: 'any account', way: 'refused posts', limit: `\`REFUSALS_PER_MINUTE\`; ${perAll}` },
    oneAccount: refusals * refusalOf(acts['a refused post']) + priceOf('firestoreWrites', refusalsWritten),
    all: ofAll(allRequests * refusalOf(acts['a refused post'], 0)),
  },
  {
    ...{ caller: 'any account', way: 'reads and search keys, refused', limit: `${perUser}; ${perAll}` },
    oneAccount: requests * refusalOf(acts['a refused read']),
    all: ofAll(allRequests * refusalOf(acts['a refused read'], 0)),
  },
  {
    ...{
      caller: 'any account',
      way: 'marks of threads',
      limit: `${perPost} in each process; ${perAll}; ${perIndex}`,
    },
    oneAccount: ofProcesses(byDefault(params.maxPostsPerUserPerMinute)) * costOf(acts['a mark']) + indexDay,
    all: ofAll(allRequests * costOf(acts['a mark'], 0) + indexDay),
  },
  {
    ...{ caller: 'any account', way: 'sign-ups', limit: 'free by e-mail and Google; leave telephone off' },
    ...{ oneAccount: 0, all: 0 },
  },
  {
    ...{ caller: 'landlord', way: 'reads of the longest pages' },
    limit: `\`MAX_PAGES_PER_USER_PER_DAY\`; \`MAX_PAGES_BY_MEMBERS_PER_MINUTE\`; ${perByte}`,
    oneAccount: pages * costOf(acts['the longest page'], pageCpuMs) + userBytes,
    all: ofAll(allPages * costOf(acts['the longest page'], 0) + allBytes),
  },
  {
    ...{ caller: 'landlord', way: 'files of messages', limit: `\`MAX_PAGES_PER_USER_PER_DAY\`; ${perByte}` },
    oneAccount: pages * costOf(acts['a refused post']) + userBytes,
    all: ofAll(allPages * costOf(acts['a refused post'], 0) + allBytes),
  },
  {
    ...{ caller: 'landlord', way: 'search keys', limit: `${perUser}; ${perAll}` },
    oneAccount: requests * costOf(acts['a search key']),
    all: ofAll(allRequests * costOf(acts['a search key'], 0)),
  },
  {
    caller: 'landlord',
    way: 'searches',
    limit: "the parent key's *Max API calls/IP/hour*; `MAX_SEARCH_HOURS_BY_MEMBERS_PER_DAY`",
    oneAccount: priceOf('algoliaCalls', searchesAnHour * 24),
    all: priceOf('algoliaCalls', searchesAnHour * byDefault(params.maxSearchHoursByMembersPerDay)),
  },
  {
    ...{ caller: 'landlord', way: 'sends that fail', limit: `${perPost}; ${perAll}; ${perIndex}` },
    oneAccount: posts * costOf(acts['a send that fails']) + 2 * indexDay,
    all: ofAll(allRequests * costOf(acts['a send that fails'], 0) + 2 * indexDay),
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
