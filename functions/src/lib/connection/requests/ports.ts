import type { Page } from '../../cursor.ts'
import type { RequestDetails, RequestView } from './request-view.ts'

export interface RequestFilter {
  status?: string | undefined
  propertyId?: string | undefined
  ota?: string | undefined
}

/** `connectionRequests`, with the names of what they are about. */
export interface RequestList {
  /** Newest first; undefined for a cursor that names no request. */
  page(filter: RequestFilter, cursor: string | undefined): Promise<Page<RequestView> | undefined>
  details(id: string): Promise<RequestDetails | undefined>
}
