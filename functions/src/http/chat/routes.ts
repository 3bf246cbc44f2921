import type { DocumentedRoute } from '../route.ts'
import { aboutThreadRoute } from './about-thread.ts'
import { addParticipantRoute } from './add-participant.ts'
import { assignTriageRoute } from './assign-triage.ts'
import { cancelScheduledRoute } from './cancel-scheduled.ts'
import { changeCannedRoute } from './change-canned.ts'
import { createCannedRoute } from './create-canned.ts'
import { createMessageRoute } from './create-message.ts'
import { deleteCannedRoute } from './delete-canned.ts'
import { dismissTriageRoute } from './dismiss-triage.ts'
import { findPlacesRoute } from './find-places.ts'
import { findThreadsRoute } from './find-threads.ts'
import { listCannedRoute } from './list-canned.ts'
import { listFailedSendsRoute } from './list-failed-sends.ts'
import { listScheduledRoute } from './list-scheduled.ts'
import { listStaffRoute } from './list-staff.ts'
import { listTriageRoute } from './list-triage.ts'
import { markImportantRoute } from './mark-important.ts'
import { markReadRoute } from './mark-read.ts'
import { markSpamRoute } from './mark-spam.ts'
import { mergeThreadRoute } from './merge-thread.ts'
import { openLinkRoute } from './open-link.ts'
import { readAttachmentRoute } from './read-attachment.ts'
import { readFileRoute } from './read-file.ts'
import { readMessagesRoute } from './read-messages.ts'
import { readThreadRoute } from './read-thread.ts'
import { readViewsRoute } from './read-views.ts'
import { removeParticipantRoute } from './remove-participant.ts'
import { resolveFailedSendRoute } from './resolve-failed-send.ts'
import { restoreTriageRoute } from './restore-triage.ts'
import { retryMessageRoute } from './retry-message.ts'
import { saveViewsRoute } from './save-views.ts'
import { sayPresenceRoute } from './say-presence.ts'
import { scheduleMessageRoute } from './schedule-message.ts'
import { searchKeyRoute } from './search-key.ts'
import { sendTemplateRoute } from './send-template.ts'
import { setAwayRoute } from './set-away.ts'
import { setOwnerRoute } from './set-owner.ts'
import { setStateRoute } from './set-state.ts'
import { startThreadRoute } from './start-thread.ts'
import { threadEventsRoute } from './thread-events.ts'
import { unmergeThreadRoute } from './unmerge-thread.ts'
import { uploadFileRoute } from './upload-file.ts'

/** Of a function of their own. */
export const uploadRoutes: readonly DocumentedRoute[] = [uploadFileRoute]

export const chatRoutes: readonly DocumentedRoute[] = [
  startThreadRoute,
  readAttachmentRoute,
  readFileRoute,
  openLinkRoute,
  findThreadsRoute,
  readThreadRoute,
  readMessagesRoute,
  markReadRoute,
  markImportantRoute,
  addParticipantRoute,
  removeParticipantRoute,
  setOwnerRoute,
  setAwayRoute,
  setStateRoute,
  sayPresenceRoute,
  mergeThreadRoute,
  unmergeThreadRoute,
  threadEventsRoute,
  aboutThreadRoute,
  createMessageRoute,
  sendTemplateRoute,
  retryMessageRoute,
  scheduleMessageRoute,
  listScheduledRoute,
  cancelScheduledRoute,
  resolveFailedSendRoute,
  listFailedSendsRoute,
  searchKeyRoute,
  listStaffRoute,
  findPlacesRoute,
  readViewsRoute,
  saveViewsRoute,
  listCannedRoute,
  createCannedRoute,
  changeCannedRoute,
  deleteCannedRoute,
  listTriageRoute,
  assignTriageRoute,
  dismissTriageRoute,
  restoreTriageRoute,
  markSpamRoute,
]
