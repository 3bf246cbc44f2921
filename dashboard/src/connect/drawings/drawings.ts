import type { ComponentType } from 'react'
import { bookingDrawings } from './booking.tsx'

type StepDrawings = Readonly<Record<string, ComponentType<{ channelManager: string }>>>

/** The drawings of each OTA's extranet, by step of its guide. */
const drawings: Readonly<Record<string, StepDrawings>> = { booking: bookingDrawings }

const rows = new Map(Object.entries(drawings).map(([ota, steps]) => [ota, new Map(Object.entries(steps))]))

export const drawingOf = (ota: string, step: string) => rows.get(ota)?.get(step)

export const drawnSteps = (ota: string): string[] => [...(rows.get(ota)?.keys() ?? [])]
