import { story } from './story.ts'
import { document, eventually, olivia, sandbox } from './world.ts'

const connect = '/api/integrations/booking/connect'

/** Job 1: operations staff connect properties that are live on the OTA. */
export async function connectDemo(): Promise<void> {
  await withoutPrerequisite()
  await wrongId()
  await success()
  await again()
}

async function refused(propertyId: string, hotelId: string) {
  const { status, body } = await olivia.post(connect, { propertyId, hotelId })
  story.tell('answer', `${status} ${body.code}: ${body.detail}`)
  story.tell('next action', body.nextAction)
  return { status, request: await document(`connectionRequests/${propertyId}-booking`) }
}

async function withoutPrerequisite(): Promise<void> {
  story.step('Quayside Loft has no channel-manager connection yet')
  const { status, request } = await refused('quayside-loft', '5868189')
  story.check('409, and the request is still pending', status === 409 && request?.status === 'pending')
}

async function wrongId(): Promise<void> {
  story.step('Old Mill Cottage, with a property ID that the OTA does not know')
  const { status, request } = await refused('old-mill-cottage', '1000001')
  story.tell('request', `${request?.status}, because: ${request?.rejection?.detail}`)
  const { channels } = await sandbox.state('channel-manager')
  story.check(
    '422, the request is rejected with a reason, nothing is left at the channel manager',
    status === 422 && request?.status === 'rejected' && channels.length === 0,
  )
}

const harbourView = { propertyId: 'harbour-view-guesthouse', hotelId: '5868189' }

async function success(): Promise<void> {
  story.step('Harbour View Guesthouse, property ID 5868189')
  const { status, body } = await olivia.post(connect, harbourView)
  story.tell('answer', `${status} ${body.status}, go to ${body.redirectTo}`)
  for (const room of body.mapping?.rooms ?? []) {
    const ours = await document(`properties/harbour-view-guesthouse/rooms/${room.roomId}`)
    story.tell('room', `${room.otaRoomName} → ${ours?.name ?? 'not mapped'} (${room.reasons.join(', ')})`)
  }
  story.tell('mapping', body.mapping?.summary)
  const request = await document('connectionRequests/harbour-view-guesthouse-booking')
  const stored = await document(`propertyChannels/${body.channelId}`)
  story.tell('stored channel', `${stored?.status}, mapping ${stored?.mappingStatus}`)
  const { channels } = await sandbox.state('channel-manager')
  const [channel] = channels
  story.tell(
    'channel manager',
    `${channels.length} channel, active: ${JSON.stringify(channel).includes('"is_active":true')}`,
  )
  story.check('201, the request is completed', status === 201 && request?.status === 'completed')
  story.check(
    'one channel, active, here and at the channel manager',
    stored?.status === 'active' && channels.length === 1,
  )
  await landlordIsTold()
}

async function landlordIsTold(): Promise<void> {
  const { mails } = await eventually(
    () => sandbox.state('sendgrid'),
    state => state.mails.length > 0,
  )
  const [mail] = mails
  const [to] = mail?.personalizations ?? []
  story.tell('e-mail', `to ${to?.to?.[0]?.email}: ${JSON.stringify(to?.dynamic_template_data)}`)
  story.check('the landlord got one e-mail', mails.length === 1)
}

async function again(): Promise<void> {
  story.step('The same once more')
  const { status, body } = await olivia.post(connect, harbourView)
  const { channels } = await sandbox.state('channel-manager')
  story.tell('answer', `${status} ${body.status}, replayed: ${body.replayed}`)
  story.check('200, still one channel', status === 200 && body.replayed && channels.length === 1)
}
