import { properties, reservations } from '../../company.ts'
import { textAt } from '../../documents.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { Clock } from '../../ports.ts'
import { anyFields, collection, type DocumentAt, type Store, type StoredDocument } from '../../store.ts'
import { storedTeam, type Team } from './team.ts'

/** Milliseconds. */
const freshMs = 60_000

export const teams = collection('teams/{id}', anyFields)

/** `teamId` is null for the default queue; an unreadable team has its calendar. */
interface ThreadTeam {
  teamId: string | null
  team: Team
}

interface ThreadPlace {
  propertyId?: string | null | undefined
  /** The reservation names a missing property. */
  reservationId?: string | null | undefined
}

interface Deps {
  clock: Pick<Clock, 'now'>
  rules: { answerWithinMinutes(): number }
  store: Store
}

/** All data is a minute old at most. */
export class Teams {
  readonly #deps: Deps
  readonly #reads = new Map<string, { readAt: number; promise: Promise<StoredDocument | undefined> }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The default queue is always there. `isAnew` puts the property's team first. */
  async teamOf(
    { teamId, ...place }: ThreadPlace & { teamId?: string | null | undefined },
    isAnew = false,
  ): Promise<ThreadTeam> {
    const teamIdOfPlace = isAnew || teamId === undefined ? await this.#teamIdAt(place) : undefined
    const id = teamIdOfPlace === undefined ? teamId : teamIdOfPlace
    const document = id && isDocumentId(id) ? await this.#read(teams.at(id)) : undefined
    const team = storedTeam.safeParse(document?.value).data
    return { teamId: (document && id) || null, team: team ?? this.#defaultQueue() }
  }

  /** Null for a property without a team; undefined without a property. */
  async #teamIdAt(place: ThreadPlace): Promise<string | null | undefined> {
    const propertyId = await this.#propertyOf(place)
    if (!propertyId || !isDocumentId(propertyId)) return undefined
    const property = await this.#read(properties.at(propertyId))
    return property && (textAt(property, 'teamId') ?? null)
  }

  async #propertyOf({ propertyId, reservationId }: ThreadPlace): Promise<string | undefined> {
    if (propertyId || !reservationId || !isDocumentId(reservationId)) return propertyId ?? undefined
    return textAt(await this.#deps.store.read(reservations.at(reservationId)), 'propertyId')
  }

  #read(place: DocumentAt): Promise<StoredDocument | undefined> {
    const now = this.#deps.clock.now().getTime()
    const before = this.#reads.get(place.path)
    if (before && now - before.readAt < freshMs) return before.promise
    const promise = this.#deps.store.read(place)
    this.#reads.set(place.path, { readAt: now, promise })
    promise.catch(() => this.#reads.delete(place.path))
    return promise
  }

  #defaultQueue(): Team {
    return {
      name: 'Default queue',
      timeZone: 'UTC',
      holidays: [],
      answerWithinMinutes: this.#deps.rules.answerWithinMinutes(),
      escalateTo: [],
      memberIds: [],
    }
  }
}
