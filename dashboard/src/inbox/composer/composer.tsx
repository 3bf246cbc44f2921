import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { openMark } from '@functions/lib/chat/canned/canned-text.ts'
import { fileObstacle } from '@functions/lib/chat/channels/channel-files.ts'
import type { MessageType } from '@functions/lib/chat/message.ts'
import { templateChannel } from '@functions/lib/chat/templates/templates.ts'
import { ActionIcon, Button, SegmentedControl, Text, Textarea } from '@mantine/core'
import { IconNote, IconPaperclip, IconSend } from '@tabler/icons-react'
import { t } from 'i18next'
import { type KeyboardEvent, lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ThreadDetails } from '../../live/message.ts'
import { nothingSeen } from '../../outbox/entry.ts'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { useIsStaff, useUser } from '../../session/session.ts'
import { isTyping } from '../../ui/focus.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { toWrite } from '../../ui/thread-title.ts'
import { siteName } from '../sites.ts'
import { ChooseFiles } from './choose-files.tsx'
import classes from './composer.module.css'
import { type Draft, useDraft } from './drafts.ts'
import { standingIn } from './mentions.ts'
import { obstacleTo, preferredType, typesIn } from './sending.ts'
import { holdsUp } from './uploads.ts'
import { useApplication } from './use-application.ts'
import { useDropping } from './use-dropping.ts'
import { useUploads } from './use-uploads.ts'
import { isMessageType, ways } from './ways.ts'

const CannedBox = lazy(async () => ({ default: (await import('./canned/canned-box.tsx')).CannedBox }))
const CannedButton = lazy(async () => ({
  default: (await import('./canned/canned-button.tsx')).CannedButton,
}))
const CannedNotes = lazy(async () => ({ default: (await import('./canned/canned-notes.tsx')).CannedNotes }))
const FileChips = lazy(async () => ({ default: (await import('./file-chips.tsx')).FileChips }))
const MentionBox = lazy(async () => ({ default: (await import('./mention-box.tsx')).MentionBox }))
const ScheduleButton = lazy(async () => ({ default: (await import('./schedule-button.tsx')).ScheduleButton }))
const SiteNotes = lazy(async () => ({ default: (await import('./site-notes.tsx')).SiteNotes }))
const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }))

interface ComposerProps {
  threadId: string
  thread: ThreadDetails | undefined
  /** Up to when the thread is shown, by the server's clock; undefined while it is not. */
  since: string | undefined
  /** The newest answer of a colleague: its author, and its time by the server's clock. */
  answer: { name: string; at: string } | undefined
}

/** The form for a message: its way, whether that works now, and for a note that only staff will see it. */
export function Composer({ threadId, thread, since, answer }: ComposerProps) {
  const { uid } = useUser()
  const isStaff = useIsStaff()
  const outbox = useOutbox()
  const [draft, setDraft] = useDraft(uid, threadId)
  const [isChoosing, setChoosing] = useState(false)
  const textBox = useFocusToWrite()
  // Fixed once the user begins to write, so that it never changes under a text; not before the best way is known.
  const settled = draft.type ?? (thread && preferredType(thread))
  const type = settled ?? 'message'
  const { text, files = [] } = draft
  const { uploads, add, copy } = useUploads(uid, threadId)
  const { isDropping, ...dropping } = useDropping(add)
  const { limit, files: takesIn } = ways[type]
  const takes = takesIn?.(thread)
  const obstacle = obstacleTo(type, thread?.reachability) ?? (takes && fileObstacle(takes, files))
  const mayUseTemplates = isStaff && thread?.reachability[templateChannel].templatesAllowed === true
  const needsTemplate = isStaff && obstacle?.code === 'template-required'
  const application = useApplication(type, thread)
  const isOff = type === 'ota-message' && application?.installed === false
  const offered = typesIn(thread).filter(one => isStaff || one !== 'note')
  const to = thread?.reachability.to
  const isTooLong = text.length > limit
  const hasContent = text.trim() !== '' || files.length > 0
  const isReady = hasContent && !isTooLong && !uploads.some(holdsUp)
  const isNote = type === 'note'
  const open = isNote ? undefined : openMark(text)
  const maySend = settled !== undefined && isReady && !obstacle && !isOff && !open
  // Messages after the first letter may have answered already.
  const write = (more: Partial<Draft>) =>
    setDraft({ ...draft, type: settled, since: draft.since ?? since, ...more })
  const send = () => {
    if (!maySend) return
    const mentions = isNote ? standingIn(text, draft.mentions) : undefined
    const content = { kind: 'message', type, body: text, mentions, files: draft.files } as const
    outbox.add(threadId, content, draft.since ?? since ?? nothingSeen)
    clear()
  }
  // Only staff have templates, and canned replies.
  const inserting = thread?.reachability.templates && { textBox, text, thread, onWrite: write, onFiles: copy }
  const clear = () => setDraft(draft.isChosen ? { ...draft, text: '', files: undefined } : { text: '' })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={classes.composer}
      data-composer
      data-note={isNote}
      data-dropping={isDropping}
      data-template={needsTemplate && !hasContent}
      aria-label={t('composer.label')}
      {...dropping}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <div className={classes.ways}>
        <SegmentedControl
          size="xs"
          className={classes.choice ?? ''}
          aria-label={t('composer.channel')}
          // None until it is known which is best, so that choosing any of them counts.
          value={settled ?? ''}
          onChange={value => isMessageType(value) && setDraft({ ...draft, type: value, isChosen: true })}
          data={offered.map(value => ({
            value,
            label: <WayLabel type={value} site={thread?.reachability.ota.provider} />,
          }))}
        />
        {mayUseTemplates && !needsTemplate && (
          <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
            {t('composer.chooseTemplate')}
          </Button>
        )}
      </div>
      <div role="status" className={classes.status}>
        {isNote && (
          <span className={classes.noteBanner}>
            <IconNote size={16} aria-hidden />
            {t('composer.noteBanner')}
          </span>
        )}
        {to && !isNote && (
          <Text size="sm">{t('composer.goesTo', { name: to.name ?? t('about.unknown') })}</Text>
        )}
        {obstacle && (
          <Text size="sm" className={classes.obstacle ?? ''}>
            {obstacle.detail} {!needsTemplate && obstacle.nextAction}
          </Text>
        )}
        {type === 'ota-message' && thread && (
          <LazyPart failed={false}>
            <SiteNotes thread={thread} text={text} application={application} />
          </LazyPart>
        )}
        {!isNote && hasContent && answer && draft.since && answer.at > draft.since && (
          <Text size="sm" className={classes.obstacle ?? ''}>
            {t('composer.answeredSince', answer)}
          </Text>
        )}
        {takes?.reaches && files.length > 0 && <Text size="sm">{t('composer.filesReach')}</Text>}
        {open && (
          <LazyPart failed={false}>
            <CannedNotes place={open} />
          </LazyPart>
        )}
        {isDropping && <Text size="sm">{t('composer.drop')}</Text>}
      </div>
      {needsTemplate && (
        <Button className={classes.template ?? ''} onClick={() => setChoosing(true)}>
          {t('composer.chooseTemplate')}
        </Button>
      )}
      {files.length + uploads.length > 0 && (
        <LazyPart failed={false}>
          <FileChips
            files={files}
            uploads={uploads}
            onRemove={removedId => write({ files: files.filter(({ fileId }) => fileId !== removedId) })}
          />
        </LazyPart>
      )}
      <div className={classes.line}>
        <div className={classes.text}>
          {isNote && (
            <LazyPart failed={false}>
              <MentionBox textBox={textBox} text={text} mentions={draft.mentions} onChoose={write} />
            </LazyPart>
          )}
          {inserting && /^\//m.test(text) && (
            <LazyPart failed={false}>
              <CannedBox {...inserting} />
            </LazyPart>
          )}
          <Textarea
            ref={textBox}
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            onChange={event => write({ text: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            aria-label={t(`composer.text.${type}`)}
            placeholder={t(`composer.placeholder.${type}`)}
            inputWrapperOrder={['input', 'description', 'error']}
            description={<Facts type={type} text={text} />}
            error={isTooLong && t('composer.tooLong', { limit })}
            classNames={{ input: classes.input ?? '' }}
          />
        </div>
        <div className={classes.tools}>
          <ChooseFiles onChoose={add}>
            {props => (
              <ActionIcon {...props} variant="default" size={36} aria-label={t('composer.attach')}>
                <IconPaperclip size={18} aria-hidden />
              </ActionIcon>
            )}
          </ChooseFiles>
          {isStaff && (
            <>
              <span className={classes.canned}>
                {inserting && (
                  <LazyPart failed={false}>
                    <CannedButton {...inserting} />
                  </LazyPart>
                )}
              </span>
              <span className={classes.canned}>
                {inserting && (
                  <LazyPart failed={false}>
                    <ScheduleButton
                      threadId={threadId}
                      type={type}
                      text={text}
                      files={files}
                      since={since}
                      closesAt={
                        type === 'chatapp-message' ? thread?.reachability.chatapp.windowClosesAt : null
                      }
                      disabled={!maySend || isNote}
                      onScheduled={clear}
                    />
                  </LazyPart>
                )}
              </span>
            </>
          )}
        </div>
        <Button
          type="submit"
          disabled={!maySend}
          leftSection={isNote ? <IconNote size={16} aria-hidden /> : <IconSend size={16} aria-hidden />}
          className={classes.send ?? ''}
        >
          {t(`composer.send.${type}`)}
        </Button>
      </div>
      {isChoosing && thread && (
        <LazyPart>
          <TemplateDialog
            threadId={threadId}
            thread={thread}
            since={since ?? nothingSeen}
            onClose={() => setChoosing(false)}
          />
        </LazyPart>
      )}
    </form>
  )
}

/** A thread opened to write focuses its text. */
function useFocusToWrite() {
  const textBox = useRef<HTMLTextAreaElement>(null)
  const { state, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each arrival on the page
  useEffect(() => {
    if (state === toWrite && !isTyping(document.activeElement)) textBox.current?.focus()
  }, [state, key])
  return textBox
}

function WayLabel({ type, site }: { type: MessageType; site: string | null | undefined }) {
  const { Icon } = ways[type]
  return (
    <span className={classes.way}>
      <Icon size={15} aria-hidden />
      {type === 'ota-message' && site ? siteName(site) : t(`thread.via.${type}`)}
    </span>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that send the message, and its length and cost. */
function Facts({ type, text }: { type: MessageType; text: string }) {
  const { limit, Facts: OfWay } = ways[type]
  return (
    <span className={classes.facts}>
      <span>{t('composer.hint', { key: t(isApple ? 'composer.command' : 'composer.control') })}</span>
      {OfWay && text !== '' && <OfWay text={text} />}
      {text.length > limit * 0.8 && <span>{t('composer.characters', { count: text.length, limit })}</span>}
    </span>
  )
}
