import type { CheckpointKind } from './checkpoints.ts'

/** Some pieces of a round. */
export interface Page<Piece> {
  pieces: readonly Piece[]
  /** Told once how many of them have been dealt with, from the first on: that moves the checkpoint. */
  end?(dealtWith: number): void | Promise<void>
}

/** One run's way through a round. */
export interface Walk<Checkpoint, Piece> {
  /** Up to where everything has been dealt with. */
  checkpoint(): Checkpoint
  /** Undefined when this run has nothing left to do. */
  next(): Promise<Page<Piece> | undefined>
}

/** One run: from when on, and how long. */
export interface Run {
  startedAt: Date
  until: Date
  /** Neither a page nor a piece is begun when it is not. */
  isOn(): boolean
  stop(): void
}

/** `done`; `nothing` was to be done; `unfinished`, since the run was over. */
type Outcome = 'done' | 'nothing' | 'unfinished'

/** Work that goes through very many pieces, from run to run: how to list them, and what to do with one. */
export interface Round<Checkpoint extends object, Piece> {
  kind: CheckpointKind<Checkpoint>
  /** So long that the platform does not cut a run off. Milliseconds. */
  budgetMs: number
  /** No page is begun so shortly before that. Milliseconds. */
  pageMarginMs?: number
  /** Pieces of a page dealt with at once. */
  atOnce: number
  /**
   * `after` a page has been dealt with: a run that dies leaves none out, and what it had in hand is dealt with again.
   * `before`: a piece that ends its run is left out until the next round, and two runs at once take different pages.
   * What it saves must then tell its own from another run's, by a time say.
   */
  saves: 'before' | 'after'
  begin(
    checkpoint: Checkpoint | undefined,
    run: Run,
  ): Walk<Checkpoint, Piece> | Promise<Walk<Checkpoint, Piece>>
  work(piece: Piece, run: Run): Promise<Outcome>
  /** Told of a piece that failed, which then does not stop the others. Without it, it ends the run. */
  failed?(piece: Piece, error: unknown): void | Promise<void>
  /** Told of a piece that the run had no time for: where its page was saved before, the round has gone past it. */
  left?(piece: Piece): Promise<void>
}
