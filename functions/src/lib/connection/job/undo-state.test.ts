import { describe, expect, it } from 'vitest'
import { undoOf } from './undo-state.ts'

const state = { subscriptionId: 's', channelId: 'c', channelIsOurs: true }
const undone = (ending: Partial<Parameters<typeof undoOf>[1]>) =>
  ['test-connection', 'charge', 'read', 'create-channel', 'activate'].map(step =>
    undoOf(step, { status: 'rejected', undo: 'none', state, ...ending }),
  )
const all = (word: string) => [undefined, word, undefined, word, word]
const nothing = [undefined, undefined, undefined, undefined, undefined]

describe('what an attempt has done', () => {
  it('is taken back once the attempt was rejected', () => {
    expect(undone({})).toEqual(all('done'))
  })

  it('is being taken back while an undo is pending, and while the attempt fails', () => {
    expect(undone({ undo: 'pending' })).toEqual(all('pending'))
    expect(undone({ status: 'running', failure: {} })).toEqual(all('pending'))
  })

  it('stays while the attempt runs and when it is complete', () => {
    for (const status of ['running', 'completed']) expect(undone({ status })).toEqual(nothing)
  })

  it('needs no undo where nothing was charged, and the active channel existed before', () => {
    const state = { subscriptionId: null, channelIsOurs: false, channelWasActive: true }
    expect(undone({ state })).toEqual(nothing)
  })
})
