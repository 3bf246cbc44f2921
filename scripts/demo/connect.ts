import { story } from './story.ts'
import { document, eventually, olivia, sandbox } from './world.ts'

/** Job 1: operations staff connect properties that are live on the OTA. */
export async function connectDemo(): Promise<void> {
  await withoutPrerequisite()
  await wrongId()
  await success()
  await again()
}

async function connect(propertyId: string, hotelId: string) {
  const { status, body } = await olivia.post('/api/integrations/booking/connect', { propertyId, hotelId })
  const request = await document(`connectionRequests/${propertyId}-booking`)
  const { channels } = await sandbox.state('channel-manager')
  story.tell('answer', `${status} ${body.code ?? body.status}: ${body.detail ?? body.redirectTo}`)
  story.tell('request', request.status)
  return { status, body, request, channels }
}

async function withoutPrerequisite(): Promise<void> {
  story.step('Quayside Loft has no channel-manager connection yet')
  const { status, body, request } = await connect('quayside-loft', '5868189')
  story.tell('next action', body.nextAction)
  story.check('409, and the request is still pending', status === 409, request.status === 'pending')
}

async function wrongId(): Promise<void> {
  story.step('Old Mill Cottage, with a property ID that the OTA does not know')
  const { status, request, channels } = await connect('old-mill-cottage', '1000001')
  story.tell('reason', request.rejection)
  story.check(
    '422, the request is rejected with a reason, nothing is left at the channel manager',
    status === 422,
    request.status === 'rejected',
    request.rejection,
    channels.length === 0,
  )
}

const harbourView = ['harbour-view-guesthouse', '5868189'] as const

async function success(): Promise<void> {
  story.step('Harbour View Guesthouse, property ID 5868189')
  const { status, body, request, channels } = await connect(...harbourView)
  for (const { roomId, otaRoomName, reasons } of body.mapping.rooms) {
    const { name } = await document(`properties/harbour-view-guesthouse/rooms/${roomId}`)
    story.tell('room', `${otaRoomName} → ${name ?? 'not mapped'} (${reasons.join(', ')})`)
  }
  story.tell('mapping', body.mapping.summary)
  const stored = await document(`propertyChannels/${body.channelId}`)
  story.tell('stored channel', `${stored.status}, mapping ${stored.mappingStatus}`)
  story.check('201, the request is completed', status === 201, request.status === 'completed')
  story.check(
    'one channel, active, here and at the channel manager',
    stored.status === 'active',
    channels.length === 1,
    JSON.stringify(channels).includes('"is_active":true'),
  )
  const { mails } = await eventually(
    () => sandbox.state('sendgrid'),
    state => state.mails.length > 0,
  )
  story.tell('e-mail', mails[0]?.personalizations)
  story.check('the landlord got one e-mail', mails.length === 1)
}

async function again(): Promise<void> {
  story.step('The same once more')
  const { status, body, channels } = await connect(...harbourView)
  story.check('200, replayed, still one channel', status === 200, body.replayed, channels.length === 1)
}
