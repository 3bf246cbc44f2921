/** A property of the account at the channel manager. */
interface ManagedProperty {
  id: string
  title: string
}

export interface ListedProperty extends ManagedProperty {
  /** When the channel manager will remove it for lack of a channel; null if it will not. */
  removalDate: string | null
}

/** What it sells there. Null where the channel manager does not say. */
export interface ManagedStructure extends ManagedProperty {
  timeZone: string | null
  /** How many days its calendar holds. */
  stateLength: number | null
  /** `units`: how many of it there are. */
  roomTypes: { id: string; title: string; capacity: number | null; units: number | null }[]
  /** One for each occupancy that is sold. */
  ratePlans: { id: string; title: string; roomTypeId: string; occupancy: number | null }[]
}
