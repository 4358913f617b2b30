import { messageText } from '#components/i18n/message-text.ts';
import { classifyStatus, type StatusClass } from '#core/journey/classify-status';
import type { EpochMilliseconds, ObservedRequest } from '#core/journey/record';
import { i18n } from '#i18n';

export type RequestOutcome =
  | { readonly status: 'open'; readonly label: string }
  /** The response is not visible, such as that of a beacon. */
  | { readonly status: 'unknown'; readonly label: string }
  | {
      readonly status: StatusClass;
      readonly label: string;
      readonly httpStatus: number;
      readonly at: EpochMilliseconds;
    }
  | { readonly status: 'failed'; readonly label: string; readonly message: string; readonly at: EpochMilliseconds };

export function requestOutcome({ end, at }: ObservedRequest): RequestOutcome {
  if (end.status === 'open') return { status: 'open', label: i18n.t('story.noResponseYet') };
  if (end.status === 'queued') return { status: 'unknown', label: i18n.t('story.responseNotVisible') };
  const endedAt = at + end.durationMs;
  if (end.status === 'failed')
    return {
      status: 'failed',
      label: i18n.t('story.noResponse'),
      message: messageText(end.problem ?? end.message),
      at: endedAt,
    };
  const status = classifyStatus(end.httpStatus);
  return { status, label: statusLabel(status, end.httpStatus), httpStatus: end.httpStatus, at: endedAt };
}

function statusLabel(status: StatusClass, http: number): string {
  switch (status) {
    case 'accepted':
      return i18n.t('story.acceptedWith', { http });
    case 'redirected':
      return i18n.t('story.redirectedWith', { http });
    case 'body-dropped':
      return i18n.t('story.notDeliveredWith', { http });
    case 'rejected':
      return i18n.t('story.rejectedWith', { http });
  }
}
