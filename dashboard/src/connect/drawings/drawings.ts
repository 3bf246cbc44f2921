import type { ComponentType } from 'react'
import { bookingDrawings } from './booking.tsx'

type StepDrawings = ReadonlyMap<string, ComponentType<{ channelManager: string }>>

/** What is to be looked for in each OTA's extranet, by step of its guide. */
export const drawings: ReadonlyMap<string, StepDrawings> = new Map([
  ['booking', new Map(Object.entries(bookingDrawings))],
])

export const drawingOf = (ota: string, step: string) => drawings.get(ota)?.get(step)
