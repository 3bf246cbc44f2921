import type { DuePiece, DueQuery, DueWork } from '../../../src/lib/due/due.ts'
import type { LaneState, LaneStates } from '../../../src/lib/due/lane-state.ts'
import type { Heartbeat, Heartbeats } from '../../../src/lib/health/heartbeat.ts'
import type { EventSource } from '../../../src/lib/health/subjects.ts'
import type { Revision } from '../../../src/lib/ports.ts'

const revision = '1.0' as Revision

export interface Piece {
  id: string
  /** The collection of its kind. */
  kind: string
  dueAt: Date
  attempts: number
}

/** What is due, in memory. */
export function memoryDue() {
  const pieces = new Map<string, Piece>()
  const of = ({ collection }: DueQuery): Piece[] =>
    [...pieces.values()]
      .filter(({ kind }) => kind === collection)
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  const shown = ({ id, dueAt }: Piece): DuePiece => ({
    ...{ path: `x/${id}`, ids: [id], dueAt, revision },
    ...{ isQuarantined: false, cursor: undefined },
  })
  const due: DueWork = {
    isTransient: async () => false,
    page: async (query, until, limit, after) => {
      const waiting = of(query).filter(({ dueAt }) => dueAt <= until)
      return after ? [] : waiting.slice(0, limit).map(shown)
    },
    async hasten(_, shownPiece, now) {
      const [id = ''] = shownPiece.ids
      const piece = pieces.get(id)
      if (piece) pieces.set(id, { ...piece, dueAt: now })
      return { ...shownPiece, dueAt: now }
    },
    async quarantine(_, { ids: [id = ''] }, { until }) {
      const piece = pieces.get(id)
      if (piece) pieces.set(id, { ...piece, dueAt: until })
    },
    settle: async () => {},
    oldest: async query => of(query)[0]?.dueAt,
    count: async query => ({ count: of(query).length, later: 0, oldest: of(query)[0]?.dueAt }),
  }
  return { pieces, due }
}

export function memoryLanes(): LaneStates {
  const states = new Map<string, LaneState>()
  return {
    vendorOf: async () => ({ name: 'vendor', key: 'KEY' }),
    async lane(lane) {
      const value = states.get(lane)
      return value && { value, revision }
    },
    async saveLane(lane, _revision, state) {
      states.set(lane, state)
      return { result: revision }
    },
  }
}

/** Signs of life, in memory; `newest` is told of what is stored. */
export function memoryHeartbeats() {
  const stored = new Map<string, Heartbeat>()
  const newest: Record<EventSource, Date | undefined> = {
    message: undefined,
    'thread-change': undefined,
    email: undefined,
  }
  const heartbeats: Heartbeats = {
    heartbeats: async () => new Map(stored),
    noteHeartbeat: async (subject, fields) => void stored.set(subject, { ...stored.get(subject), ...fields }),
    newestEvents: async () => ({ ...newest }),
  }
  return { heartbeats, newest }
}
