import type { DomainError } from '../errors.ts'
import type { ChannelManager } from './channel-manager.ts'
import { requireConnection } from './diagnose.ts'
import type { ConnectionStore, Target } from './ports.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { asDomainError } from './rejections.ts'

export interface TestPropertyDeps {
  connections: ConnectionStore
  channelManager: ChannelManager
}

/** `ok`, or what stands in the way and what to do about it. */
export interface TestResult {
  ok: boolean
  code?: string
  detail?: string
  nextAction?: string
}

/** What connect would say about the property id, without side effects. A property that does not exist throws. */
export async function testProperty(
  { connections, channelManager }: TestPropertyDeps,
  input: Target & { hotelId: string },
): Promise<TestResult> {
  try {
    const context = await connections.load(input)
    checkPrerequisites(context, input, input.hotelId)
    await requireConnection(channelManager, input.ota, input.hotelId)
    return { ok: true }
  } catch (error) {
    const problem = asDomainError(error)
    if (problem.code === 'property-not-found' || problem.code === 'internal') throw problem
    return finding(problem)
  }
}

const finding = ({ code, detail, nextAction }: DomainError): TestResult => ({
  ok: false,
  code,
  detail,
  ...(nextAction !== undefined && { nextAction }),
})
