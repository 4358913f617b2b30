import { messageText } from '#components/i18n/message-text.ts';
import { isOffline } from '#components/i18n/offline.ts';
import { classifyStatus } from '#core/journey/classify-status';
import { type Message, message } from '#core/util/message';
import { i18n } from '#i18n';
import type { CollectorFailure, CollectorOutcome, CollectorResponse } from '#panel/firing/collector-post';
import type { Authorization, PostResult } from '#panel/firing/posting';

/** The message about the outcome of a post. */
export interface OutcomeMessage {
  readonly isGood: boolean;
  readonly title: string;
  /** The outcome and what to do, or null for a response without problems. */
  readonly sentence: string | null;
}

/** Explains what a collector responded, or why there is no response. */
export function explainOutcome({ outcome, authorization }: ExplainedPost): OutcomeMessage {
  return outcome.ok ? explainResponse(outcome.value, authorization) : explainFailure(outcome.failure);
}

type ExplainedPost = Pick<PostResult, 'outcome' | 'authorization'>;

/** Advice for a 401 response, by what authorized the request. */
const unauthorizedTexts = {
  entity: 'collector.status.tokenRejected',
  header: 'collector.status.headerRejected',
  none: 'collector.status.unauthorized',
} as const satisfies Readonly<Record<Authorization, string>>;

function explainResponse(
  { status, statusText, headers, body }: CollectorResponse,
  authorization: Authorization,
): OutcomeMessage {
  const title = `${status} ${statusText}`.trim();
  const isHtml = /html/i.test(headers.find(([name]) => name === 'content-type')?.[1] ?? '') || /^\s*<!?\w/.test(body);
  const toProblem = (sentence: string): OutcomeMessage => ({ isGood: false, title, sentence });
  if (status === 401) return toProblem(i18n.t(unauthorizedTexts[authorization]));
  if (status === 403) return toProblem(i18n.t('collector.status.forbidden'));
  if (status === 404) return toProblem(i18n.t('collector.status.notFound'));
  if (status === 413) return toProblem(i18n.t('collector.status.tooLarge'));
  if (status === 429) return toProblem(i18n.t('collector.status.tooManyRequests'));
  if (status >= 500) return toProblem(i18n.t('collector.status.serverError'));
  if (classifyStatus(status) === 'rejected') return toProblem(i18n.t('collector.status.badRequest'));
  if (isHtml) return toProblem(i18n.t('collector.responseIsHtml'));
  return { isGood: true, title, sentence: null };
}

/** Title and remedy of each failure. */
const failures = {
  'invalid-url': ['collector.error.noUrl.title', 'collector.error.noUrl.remedy'],
  'wrong-header': ['collector.error.invalidHeader.title', 'collector.error.invalidHeader.remedy'],
  'no-session': ['collector.error.sessionExpired.title', 'collector.error.sessionExpired.remedy'],
  'no-permission': ['collector.error.noAccess.title', 'collector.error.noAccess.remedy'],
  unreachable: ['collector.error.unreachable.title', 'collector.error.unreachable.remedy'],
  timeout: ['collector.error.timeout.title', 'collector.error.timeout.remedy'],
  redirect: ['collector.error.redirected.title', 'collector.error.redirected.remedy'],
  cancelled: ['collector.error.cancelled.title', 'collector.error.cancelled.remedy'],
  'no-background': ['collector.error.extensionReloaded.title', 'collector.error.extensionReloaded.remedy'],
  'other-host': ['panel.collector.otherHost.title', 'panel.collector.otherHost.remedy'],
} as const satisfies Readonly<Record<CollectorFailure['reason'], readonly [string, string]>>;

/** Returns the title of a failure. It is stored with the request, so it is not localized. */
export function failureTitle({ reason, detail }: CollectorFailure): Message {
  return message(failures[reason][0], { host: detail });
}

function explainFailure(failure: CollectorFailure): OutcomeMessage {
  const { reason, detail } = failure;
  if (reason === 'unreachable' && isOffline(detail))
    return { isGood: false, title: i18n.t('page.offline.title'), sentence: i18n.t('page.offline.remedy') };
  const values = { host: detail, name: detail };
  const sentence = message(failures[reason][1], values);
  return { isGood: false, title: messageText(failureTitle(failure)), sentence: messageText(sentence) };
}

/** Describes how a response differs from the first one. Returns null if status and body, or failures, are the same. */
export function describeDifference(first: CollectorOutcome, other: CollectorOutcome): string | null {
  if (!first.ok && !other.ok)
    return first.failure.reason === other.failure.reason ? null : messageText(failureTitle(other.failure));
  if (!first.ok || !other.ok) return i18n.t(other.ok ? 'collector.outcome.responded' : 'collector.outcome.noResponse');
  const status =
    first.value.status === other.value.status
      ? []
      : [i18n.t('collector.difference.status', { other: other.value.status, first: first.value.status })];
  const body = first.value.body === other.value.body ? [] : [i18n.t('collector.difference.body')];
  return [...status, ...body].join(', ') || null;
}
