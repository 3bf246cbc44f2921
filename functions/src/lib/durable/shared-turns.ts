import type { Turns } from './turns.ts'

/** Who waits for a turn. */
interface Seat<Member, End> {
  member: Member
  /** Ends when the turn that takes it along has done so. */
  taken: Promise<void> | undefined
  /** What came of it there. */
  end: End | undefined
}

/** How work is done by whose turn it is. */
interface SharedWork<Member, End, Result> {
  /** Undertakes all of them at once. Says of each, in their order, how that ended; nothing where it did not. */
  together(members: readonly Member[]): Promise<readonly (End | undefined)[]>
  /** Does what is left to do for one. */
  alone(end: End | undefined): Promise<Result>
}

/**
 * Turns of one process whose holder takes along what waits behind it. Nothing depends on it: who has waited too long for
 * its turn goes on alone; but what a turn has taken along waits until that is over, since it may be done already.
 */
export class SharedTurns<Member, End> {
  readonly #turns: Turns
  readonly #waiting = new Map<string, Seat<Member, End>[]>()
  readonly #most: number

  /** `most`: how many are undertaken at once. */
  constructor(turns: Turns, most = 10) {
    this.#turns = turns
    this.#most = most
  }

  /** Without a member, what can only be done alone: it waits for its turn, and takes nobody along. */
  take<Result>(
    key: string,
    member: Member | undefined,
    work: SharedWork<Member, End, Result>,
  ): Promise<Result> {
    if (member === undefined) return this.#turns.take([key], () => work.alone(undefined))
    const seat: Seat<Member, End> = { member, taken: undefined, end: undefined }
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), seat])
    return this.#turns.take([key], async () => {
      if (seat.taken !== undefined) await seat.taken.catch(() => {})
      else await this.#undertake(this.#takenWith(key, seat), work)
      return work.alone(seat.end)
    })
  }

  /** Whose turn it is, and who waits behind; they wait no more. */
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
