import { expect, test } from 'vitest'
import { obstaclesTo } from './obstacles.ts'
import { planOf } from './plan.ts'
import type { Present } from './present.ts'
import { linesOf } from './print-plan.ts'
import type { Wanted } from './wanted.ts'

const size = { region: 'r', memory: '512 MiB', cpu: '1', concurrency: '40', instances: '4', seconds: '60' }

const wanted = (changes: Partial<Wanted> = {}): Wanted => ({
  functions: new Map([['chat', { size, secrets: ['KEY'] }]]),
  parameters: ['LANES'],
  environment: { LANES: 'a' },
  secrets: ['KEY'],
  apis: [],
  rules: 'rules',
  indexes: ['threads: a'],
  fields: ['threads.a'],
  location: 'r',
  fingerprint: () => 'same',
  ...changes,
})

const present = (changes: Partial<Present> = {}): Present => ({
  functions: new Map([
    ['chat', { size, secrets: { KEY: '3' }, environment: { LANES: 'a' }, fingerprint: 'same' }],
  ]),
  secrets: { KEY: '3' },
  missingApis: [],
  location: 'r',
  rules: 'rules',
  indexes: ['threads: a'],
  fields: ['threads.a'],
  sdkConfig: {},
  ...changes,
})

const consent = { deleteRemoved: false, withoutVendors: false }

test('what is the same changes nothing, and nothing is in the way', () => {
  const plan = planOf(wanted(), present())
  expect(linesOf(plan).filter(line => /[+~!-] /.test(line))).toEqual([])
  expect(obstaclesTo(plan, [], consent, 'p')).toEqual([])
})

test('an empty project gets everything', () => {
  const empty = { functions: new Map(), location: undefined, rules: undefined, indexes: [], fields: [] }
  const plan = planOf(wanted(), present(empty))
  expect(plan).toMatchObject({
    created: ['chat'],
    database: 'created',
    rules: 'new',
    newIndexes: ['threads: a'],
  })
  expect(obstaclesTo(plan, [], consent, 'p')).toEqual([])
})

test('a function that changes says in what', () => {
  const bigger = wanted({
    functions: new Map([['chat', { size: { ...size, instances: '9' }, secrets: ['KEY'] }]]),
  })
  expect(planOf(bigger, present()).updated).toEqual([{ name: 'chat', why: ['instances 4 → 9'] }])
  expect(planOf(wanted(), present({ secrets: { KEY: '4' } })).updated).toEqual([
    { name: 'chat', why: ['secret KEY 3 → 4'] },
  ])
  expect(planOf(wanted({ fingerprint: () => 'other' }), present()).updated).toEqual([
    { name: 'chat', why: ['code or parameters'] },
  ])
})

test('parameters that change are named with both values, those without one stop it', () => {
  expect(planOf(wanted({ environment: { LANES: 'b' } }), present()).parameters).toEqual(['LANES a → b'])
  const [obstacle] = obstaclesTo(planOf(wanted({ environment: {} }), present()), [], consent, 'p')
  expect(obstacle).toEqual({
    what: 'Parameters have no value: LANES.',
    remedy: 'Run npm run deploy -- --project p --init, which adds them to functions/.env.p.',
  })
})

test('who writes to every country says what users and members may send', () => {
  const obstacles = (ofUser: string, ofMembers: string, countries = '*') => {
    const environment = {
      ALLOWED_COUNTRIES: countries,
      MAX_SENDS_PER_USER_PER_DAY: ofUser,
      MAX_SENDS_BY_MEMBERS_PER_DAY: ofMembers,
    }
    const said = wanted({ parameters: Object.keys(environment), environment })
    return obstaclesTo(planOf(said, present()), [], consent, 'p')
  }
  expect(obstacles('400', '3000')).toMatchObject([
    { what: 'You must choose: MAX_SENDS_PER_USER_PER_DAY, MAX_SENDS_BY_MEMBERS_PER_DAY.' },
  ])
  expect(obstacles('80', '600')).toEqual([])
  expect(obstacles('400', '3000', 'DE')).toEqual([])
})

test('which countries may be written to must be said, every country aloud', () => {
  const obstacles = (value: string, only?: string) => {
    const said = wanted({ parameters: ['ALLOWED_COUNTRIES'], environment: { ALLOWED_COUNTRIES: value } })
    return obstaclesTo(planOf(said, present()), [], { ...consent, only }, 'p')
  }
  expect(obstacles('')).toMatchObject([{ what: 'You must choose: ALLOWED_COUNTRIES.' }])
  expect(obstacles('', 'hosting')).toEqual([])
  for (const value of ['*', 'DE,IT']) expect(obstacles(value)).toEqual([])
})

test('who may post must be chosen: what is added to the file says nothing', () => {
  const obstacles = (value: string) => {
    const said = wanted({ parameters: ['CHAT_JOIN_POLICY'], environment: { CHAT_JOIN_POLICY: value } })
    return obstaclesTo(planOf(said, present()), [], consent, 'p')
  }
  expect(obstacles('')).toMatchObject([{ what: 'You must choose: CHAT_JOIN_POLICY.' }])
  for (const value of ['authenticated', 'participants']) expect(obstacles(value)).toEqual([])
})

test('what would be removed stops it, but for what is not deployed, or with consent', () => {
  const plan = planOf(wanted({ indexes: [] }), present())
  expect(plan.removed).toEqual(['index threads: a'])
  expect(obstaclesTo(plan, [], consent, 'p')).toMatchObject([
    { remedy: expect.stringContaining('--delete-removed') },
  ])
  expect(obstaclesTo(plan, [], { ...consent, only: 'functions,hosting' }, 'p')).toEqual([])
  expect(obstaclesTo(plan, [], { ...consent, deleteRemoved: true }, 'p')).toEqual([])
})

test('a database in another region cannot be moved', () => {
  const [obstacle] = obstaclesTo(planOf(wanted(), present({ location: 'nam5' })), [], consent, 'p')
  expect(obstacle?.what).toBe('The database is in nam5, and the functions are not.')
})
