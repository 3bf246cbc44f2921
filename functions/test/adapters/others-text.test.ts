import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import fc from 'fast-check'
import { analyse } from 'scslre'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repoRoot } from '../../../scripts/stack/paths.ts'
import { timeIn } from '../../src/adapters/channel-manager/client.ts'
import { addressFrom } from '../../src/adapters/twilio/addresses.ts'
import { fileHeaders } from '../../src/http/file-headers.ts'
import { keyOfName, newCannedWithin } from '../../src/lib/chat/canned/canned.ts'
import { filledCanned, openMark } from '../../src/lib/chat/canned/canned-text.ts'
import { segmentsOf } from '../../src/lib/chat/channels/segments.ts'
import { fileName } from '../../src/lib/chat/file-type.ts'
import { nameOfFile, typeOfFile } from '../../src/lib/chat/file-types.ts'
import { wordsOf } from '../../src/lib/chat/finding/search-words.ts'
import { optOutChange } from '../../src/lib/chat/inbound/sender-changes.ts'
import { mapOffer } from '../../src/lib/connection/mapping/map-offer.ts'
import { parseRateName, parseRoomName } from '../../src/lib/connection/mapping/parse-room-name.ts'
import { emailAddress } from '../../src/lib/email-address.ts'
import { emailKey, numberKeys } from '../../src/lib/finding-keys.ts'
import { wordsIn } from '../../src/lib/keyed/search-keys.ts'
import { certainNumber, currencyOf } from '../../src/lib/reservations/booking-values.ts'
import { plainAddress, spellingsOf } from '../../src/lib/spellings.ts'
import { isBlank, plainName, withoutEntities } from '../../src/lib/text.ts'

/** Readers of texts that others write: names of rooms and rates, texts, ids, files, addresses. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseRoomName: text => parseRoomName(text),
  parseRateName: text => parseRateName(text),
  mapOffer: text => mapOffer(offerOf(text), [{ id: 'r', name: text, capacity: 2 }], []),
  newCannedWithin: text => newCannedWithin(10_000).safeParse({ name: text, text }),
  filledCanned: text => filledCanned(text, { guest: 'Ana' }),
  leftOpen: openMark,
  keyOfName,
  wordsOf: text => wordsOf(text, new Set(['IT', 'GB'])),
  wordsIn,
  optOutChange: text => optOutChange('sms', text),
  segmentsOf,
  spellingsOf,
  addressFrom,
  fileHeaders: text => fileHeaders(text, text),
  fileName: text => fileName(0, text),
  timeIn,
  currencyOf,
  certainNumber,
  plainAddress,
  isBlank,
  plainName,
  withoutEntities,
  nameOfFile,
  typeOfFile: text => typeOfFile(text, Buffer.from(text), text),
  emailAddress: text => emailAddress.safeParse(text),
  emailKey,
  numberKeys,
}

const offerOf = (title: string) => ({
  pricingType: 'Standard' as const,
  rooms: [{ id: '1', title, rates: [] }],
})

/** Blocks of our code that a reader enters, counted by V8; no clock, so that no machine is too slow. */
let steps: (run: () => unknown) => Promise<number>
const session = new Session()
beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  steps = async run => {
    await session.post('Profiler.takePreciseCoverage')
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes('/functions/src/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0)
  }
})
afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** Pieces whose repetition makes a careless parser multiply its work. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'kg/qn,',
      '1 king or 2 twin, ',
      'view ',
      'side view ',
      'floor ',
      '{{',
      '{{ ',
      '}}',
      ' ',
      '\t',
      '<',
      '&amp;',
    ],
    ...[
      'and',
      '(',
      '@',
      '.',
      '/',
      ':',
      '-',
      '+',
      '\u200e',
      'a\u0301',
      '９',
      'double ',
      '2 bedrooms ',
      'tower ',
    ],
  ),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }),
)
const hostile = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.string({ maxLength: 4 })).map(
  ([pieces, end]) =>
    (length: number) =>
      pieces.join('').repeat(length).slice(0, length) + end,
)

it.each(Object.keys(readers))('%s reads any text within its budget of steps', async name => {
  const read = readers[name] ?? expect.unreachable()
  await fc.assert(
    fc.asyncProperty(hostile, async textOf => {
      const [long, longer] = [await steps(() => read(textOf(2000))), await steps(() => read(textOf(8000)))]
      // Four times the length may cost four times the steps, and a constant.
      expect(longer).toBeLessThanOrEqual(6 * long + 2000)
      expect(long).toBeLessThanOrEqual(500_000)
    }),
    { numRuns: 10 },
  )
})

it('each pattern of the functions looks at a text once', () => {
  const files = execFileSync('git', ['ls-files', 'functions/src'], { cwd: repoRoot, encoding: 'utf8' })
    .split('\n')
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const slow: string[] = []
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(path.join(repoRoot, file), 'utf8'),
      ts.ScriptTarget.Latest,
    )
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
        if (analyse({ source: pattern, flags }).reports.length > 0) slow.push(`${file}: ${node.text}`)
      }
      if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp')
        slow.push(`${file}: a pattern that is put together`)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  expect(slow).toEqual([])
})
