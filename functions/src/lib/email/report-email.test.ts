import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { type EmailStatus, type Report, reportedFates } from './outbox.ts'
import { afterReports } from './report-email.ts'

const report: fc.Arbitrary<Report> = fc.record({
  fate: fc.constantFrom(...reportedFates),
  at: fc.integer({ min: 1, max: 5 }).map(seconds => new Date(seconds * 1000)),
})
interface EmailState {
  status: EmailStatus
  report?: Report
}
const stateAfter = (before: EmailState, ...calls: Report[][]): EmailState =>
  calls.reduce((state: EmailState, reports) => afterReports(state, reports) ?? state, before)

const sent: EmailState = { status: 'sent' }

law(
  'the order of reports, and how often they come, changes nothing',
  [fc.array(report, { maxLength: 8 }), fc.infiniteStream(fc.nat())],
  (reports, random) => {
    const shuffled = [...reports, ...reports].toSorted(() => (random.next().value % 3) - 1)
    const [together, oneByOne] = [stateAfter(sent, reports), stateAfter(sent, ...shuffled.map(one => [one]))]
    expect(oneByOne.status).toBe(together.status)
  },
)

law('what was heard before says nothing new', [fc.array(report, { maxLength: 8 })], reports => {
  expect(afterReports(stateAfter(sent, reports), reports)).toBeUndefined()
})

const at = new Date(1000)
it.each([
  ['sent', 'accepted', 'sent'],
  ['unknown', 'accepted', 'sent'],
  ['sending', 'delivered', 'delivered'],
  ['pending', 'deferred', 'sent'],
] as const)('an e-mail that is %s and reported as %s is %s', (status, fate, after) => {
  expect(stateAfter({ status }, [{ fate, at }]).status).toBe(after)
})

it('an e-mail that bounced stays so, whatever is reported later', () => {
  const bounced = stateAfter(sent, [{ fate: 'bounced', at }])
  expect(stateAfter(bounced, [{ fate: 'delivered', at: new Date(9000) }])).toEqual(bounced)
})
