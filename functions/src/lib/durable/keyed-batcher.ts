import type { KeyedMutex } from './keyed-mutex.ts'

/** Who waits for the key. */
interface Seat<Member, End> {
  member: Member
  /** Settles when the batch it is part of has ended. */
  taken: Promise<void> | undefined
  /** Its outcome there. */
  end: End | undefined
}

/** How the holder of the key does the work. */
interface SharedWork<Member, End, Result> {
  /** Does all of them at once. Returns each outcome in order; undefined for those that must go on alone. */
  together(members: readonly Member[]): Promise<readonly (End | undefined)[]>
  /** Does what is left for one. */
  alone(end: End | undefined): Promise<Result>
}

/**
 * A keyed mutex whose holder does the work of those waiting behind it in the same batch. An optimisation only: who has
 * waited too long runs alone; but a member of a batch waits until the batch ends, since its work may be done already.
 */
export class KeyedBatcher<Member, End> {
  readonly #mutex: KeyedMutex
  readonly #waiting = new Map<string, Seat<Member, End>[]>()
  readonly #most: number

  /** `most`: the largest batch. */
  constructor(mutex: KeyedMutex, most = 10) {
    this.#mutex = mutex
    this.#most = most
  }

  /** Without a member, the work can only be done alone: it waits for its key and is never batched. */
  run<Result>(
    key: string,
    member: Member | undefined,
    work: SharedWork<Member, End, Result>,
  ): Promise<Result> {
    if (member === undefined) return this.#mutex.run([key], () => work.alone(undefined))
    const seat: Seat<Member, End> = { member, taken: undefined, end: undefined }
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), seat])
    return this.#mutex.run([key], async () => {
      if (seat.taken !== undefined) await seat.taken.catch(() => {})
      else await this.#undertake(this.#takenWith(key, seat), work)
      return work.alone(seat.end)
    })
  }

  /** The holder and those waiting behind it, who then wait no more. */
  #takenWith(key: string, seat: Seat<Member, End>): Seat<Member, End>[] {
    const others = (this.#waiting.get(key) ?? []).filter(waiting => waiting !== seat)
    const left = others.slice(this.#most - 1)
    if (left.length > 0) this.#waiting.set(key, left)
    else this.#waiting.delete(key)
    return [seat, ...others.slice(0, this.#most - 1)]
  }

  #undertake(
    seats: readonly Seat<Member, End>[],
    { together }: Pick<SharedWork<Member, End, unknown>, 'together'>,
  ): Promise<void> {
    const undertaking = async () => {
      if (seats.length < 2) return
      const ends = await together(seats.map(({ member }) => member))
      for (const [position, seat] of seats.entries()) seat.end = ends[position]
    }
    const done = undertaking()
    for (const seat of seats) seat.taken = done
    return done
  }
}
