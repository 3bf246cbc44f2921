interface ManagedProperty {
  id: string
  title: string
}

export interface ListedProperty extends ManagedProperty {
  /** For lack of a channel; null: none planned. */
  removalDate: string | null
}

/** Null: the channel manager does not say. */
export interface ManagedStructure extends ManagedProperty {
  timeZone: string | null
  /** Days in the calendar. */
  stateLength: number | null
  roomTypes: { id: string; title: string; capacity: number | null; units: number | null }[]
  ratePlans: { id: string; title: string; roomTypeId: string; occupancy: number | null }[]
}
