import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type Delivery, deliveryStatuses } from '../message.ts'
import { afterReport, type ProviderStatus, type SendReport } from './provider.ts'

const [ours, other] = ['SM1', 'SM2']
const statuses: readonly ProviderStatus[] = ['sent', 'delivered', 'read', 'failed']
const sending: Delivery = {
  status: 'sending',
  attempts: 1,
  claimId: 'c1',
  to: '+4915112345678',
  claimedAt: new Date(0),
  leaseUntil: new Date(1),
}
const report = (status: ProviderStatus, more: Partial<SendReport> = {}): SendReport => ({
  providerMessageId: ours,
  status,
  ...more,
})

interface State {
  delivery: Delivery
  externalMessageId?: string
}

/** The state after a report, as it would be stored. */
function stateAfter(state: State, sendReport: SendReport, claimId?: string): State {
  const change = afterReport(state, sendReport, claimId)
  if (!change) return state
  const id = change.externalMessageId ?? state.externalMessageId
  return { delivery: change.delivery, ...(id !== undefined && { externalMessageId: id }) }
}

const after = (reports: readonly ProviderStatus[], from: State = { delivery: sending }): State =>
  reports.reduce((state, status) => stateAfter(state, report(status), 'c1'), from)

/** Of an arrival and a failure the first one stands. */
function bestOf(reports: readonly ProviderStatus[]): ProviderStatus {
  const failedAt = reports.indexOf('failed')
  const arrived = reports.findIndex(status => status === 'delivered' || status === 'read')
  if (failedAt >= 0 && (arrived < 0 || failedAt < arrived)) return 'failed'
  return reports.includes('read') ? 'read' : reports.includes('delivered') ? 'delivered' : 'sent'
}

const someReports = fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 8 })

describe('the reports of one send', () => {
  law('end in the best of them, in whatever order and however often they come', [someReports], reports => {
    const { delivery, externalMessageId } = after(reports)
    expect(delivery.status).toBe(bestOf(reports))
    expect('failure' in delivery).toBe(delivery.status === 'failed')
    expect(externalMessageId).toBe(ours)
  })

  law('say nothing new when they are repeated', [someReports], reports => {
    const once = after(reports)
    expect(after(reports, once)).toEqual(once)
  })

  it('do not undo a failure', () => {
    const failed = after(['failed'])
    expect(failed.delivery).toMatchObject({ status: 'failed', failure: { code: 'provider-rejected' } })
    fc.assert(fc.property(someReports, reports => void expect(after(reports, failed)).toEqual(failed)))
  })

  it('say why the send failed, in the provider’s terms', () => {
    const refusalReport = report('failed', { refusal: { reason: 'template-required' } })
    const { delivery } = stateAfter({ delivery: sending }, refusalReport, 'c1')
    expect(delivery.failure?.code).toBe('template-required')
  })

  it('remove lease, look-ups and failure of the claim, and keep its id and attempts', () => {
    const unknown: Delivery = {
      ...sending,
      status: 'unknown',
      dueAt: new Date(2),
      callEnded: true,
      answers: 1,
      failure: { code: 'outcome-unknown', detail: 'd', nextAction: 'n' },
    }
    const { leaseUntil: _lease, ...rest } = sending
    const { delivery } = stateAfter({ delivery: unknown }, report('delivered'), 'c1')
    expect(delivery).toEqual({ ...rest, status: 'delivered' })
  })
})

describe('a report of a send that the message does not know', () => {
  const expectLeft = (before: State, claimId?: string) => {
    for (const newStatus of statuses) expect(afterReport(before, report(newStatus), claimId)).toBeUndefined()
  }
  const state = (status: Delivery['status'], more: Partial<Delivery> = {}): State => ({
    delivery: { ...sending, status, ...more },
  })

  it.each(deliveryStatuses)('is taken for a message that is %s, if it names the current claim', status => {
    for (const newStatus of statuses) {
      expect(stateAfter(state(status), report(newStatus), 'c1')).toMatchObject({
        externalMessageId: ours,
        delivery: { status: newStatus },
      })
    }
  })

  it.each(['pending', 'unknown', 'failed'] as const)(
    'makes a further send of a message that is %s needless, if it names an earlier claim',
    status => {
      expect(stateAfter(state(status), report('sent'), 'c0')).toMatchObject({
        externalMessageId: ours,
        delivery: { status: 'sent' },
      })
      expect(afterReport(state(status), report('failed'), 'c0')).toBeUndefined()
    },
  )

  it('is ignored while another send is under way', () => {
    expectLeft(state('sending'), 'c0')
  })

  it.each(statuses)('is ignored if the message has another id (%s)', status => {
    const withOtherId = { ...state(status), externalMessageId: other }
    for (const claimId of ['c1', undefined]) expectLeft(withOtherId, claimId)
  })

  it.each(deliveryStatuses)(
    'is ignored for a message that is %s, if a retry has replaced the send',
    status => {
      expectLeft(state(status, { replacedIds: [other, ours] }), 'c1')
    },
  )

  it('is ignored if nothing was to be sent', () => {
    expect(afterReport({}, report('sent'), undefined)).toBeUndefined()
  })
})
