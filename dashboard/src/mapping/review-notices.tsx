import '@mantine/core/styles/List.css'
import { Button, List } from '@mantine/core'
import { t } from 'i18next'
import type { ChannelMapping } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { reasonOf } from '../ui/failure-notice.tsx'
import type { useReview } from './use-review.ts'

interface ReviewNoticesProps {
  newest: ChannelMapping
  review: ReturnType<typeof useReview>
}

export function ReviewNotices({ newest, review }: ReviewNoticesProps) {
  const ota = otaLabel(newest.ota)
  const { restored, changeCount, isOvertaken, takeNewest } = review
  return (
    <>
      {newest.status !== 'active' && <ReasonNotice kind="info" title={t('mapping.notActive')} />}
      {newest.pending && (
        <ReasonNotice kind="info" title={t('mapping.pending')} detail={t('mapping.pendingWhat')} />
      )}
      {newest.offerProblem && (
        <ReasonNotice
          kind="warning"
          title={t('mapping.oldOffer', { ota })}
          detail={newest.offerProblem.detail}
          nextAction={newest.offerProblem.nextAction}
        />
      )}
      {newest.differences.length > 0 && (
        <ReasonNotice kind="warning" title={t('mapping.offerChanged', { ota })}>
          <List size="sm">
            {newest.differences.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </ReasonNotice>
      )}
      {restored && !isOvertaken && (
        <ReasonNotice
          kind="info"
          title={t('mapping.restored')}
          detail={t(restored.version === newest.version ? 'mapping.restoredWhat' : 'mapping.restoredOnNewer')}
        />
      )}
      {isOvertaken ? (
        <ReasonNotice
          isNews
          kind="warning"
          title={t('mapping.overtaken')}
          detail={t('mapping.overtakenWhat')}
        >
          <Button size="xs" mt="sm" onClick={takeNewest}>
            {t('mapping.takeNewest', { count: changeCount })}
          </Button>
        </ReasonNotice>
      ) : (
        <Refusal review={review} />
      )}
    </>
  )
}

/** An error shown at its row is not repeated here. */
function Refusal({ review: { problem, errors } }: Pick<ReviewNoticesProps, 'review'>) {
  if (!problem) return null
  const reason = reasonOf(problem)
  return (
    <ReasonNotice
      isNews
      title={t('mapping.notWritten')}
      {...reason}
      {...(errors.size > 0 && { detail: problem.failure.detail })}
    />
  )
}
