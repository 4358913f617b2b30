import type { CollectorAnswer, CollectorFailure, CollectorOutcome } from '#extension/protocol/collector-protocol';
import { i18n } from '#i18n';

/** What an outcome means to the person. */
export interface OutcomeWords {
  readonly isGood: boolean;
  readonly title: string;
  /** What happened and what to do; null where it is plainly good. */
  readonly sentence: string | null;
}

/** Explains what a collector answered, or why there is no answer. */
export function explainOutcome(outcome: CollectorOutcome): OutcomeWords {
  return outcome.ok ? explainAnswer(outcome.value) : explainFailure(outcome.failure);
}

function explainAnswer({ status, statusText, headers, body }: CollectorAnswer): OutcomeWords {
  const title = `${status} ${statusText}`.trim();
  const isHtml = /html/i.test(headers.find(([name]) => name === 'content-type')?.[1] ?? '') || /^\s*<!?\w/.test(body);
  const bad = (sentence: string): OutcomeWords => ({ isGood: false, title, sentence });
  if (status === 401) return bad(i18n.t('collector.wants401'));
  if (status === 403) return bad(i18n.t('collector.refuses403'));
  if (status === 404) return bad(i18n.t('collector.none404'));
  if (status === 413) return bad(i18n.t('collector.large413'));
  if (status === 429) return bad(i18n.t('collector.many429'));
  if (status >= 500) return bad(i18n.t('collector.trouble500'));
  if (status >= 400) return bad(i18n.t('collector.refused400'));
  if (isHtml) return bad(i18n.t('collector.isHtml'));
  return { isGood: true, title, sentence: null };
}

const failures: Readonly<Record<CollectorFailure['reason'], (detail: string) => Omit<OutcomeWords, 'isGood'>>> = {
  'wrong-address': () => ({
    title: i18n.t('collector.noAddress'),
    sentence: i18n.t('collector.noAddressDo'),
  }),
  'wrong-header': (name) => ({
    title: i18n.t('collector.notAHeader'),
    sentence: i18n.t('collector.notAHeaderDo', { name }),
  }),
  'no-session': () => ({
    title: i18n.t('collector.sessionEnded'),
    sentence: i18n.t('collector.sessionEndedDo'),
  }),
  'no-permission': (host) => ({
    title: i18n.t('collector.noAccess', { host }),
    sentence: i18n.t('collector.noAccessDo'),
  }),
  unreachable: (host) => ({
    title: i18n.t('collector.unreachable', { host }),
    sentence: i18n.t('collector.unreachableDo'),
  }),
  'too-slow': (host) => ({ title: i18n.t('collector.tooSlow', { host }), sentence: i18n.t('collector.tooSlowDo') }),
  redirect: (host) => ({
    title: i18n.t('collector.redirects'),
    sentence: i18n.t('collector.redirectsDo', { host }),
  }),
  cancelled: (host) => ({
    title: i18n.t('collector.cancelled'),
    sentence: i18n.t('collector.cancelledDo', { host }),
  }),
  'no-background': () => ({
    title: i18n.t('collector.reloaded'),
    sentence: i18n.t('collector.reloadedDo'),
  }),
};

function explainFailure({ reason, detail }: CollectorFailure): OutcomeWords {
  return { isGood: false, ...failures[reason](detail) };
}

/** How an answer differs from the first one: null where status and body are the same. */
export function differenceFrom(first: CollectorOutcome, other: CollectorOutcome): string | null {
  if (!first.ok || !other.ok)
    return first.ok === other.ok ? null : i18n.t(other.ok ? 'collector.answered' : 'collector.noAnswer');
  const status =
    first.value.status === other.value.status
      ? []
      : [i18n.t('collector.otherStatus', { other: other.value.status, first: first.value.status })];
  const body = first.value.body === other.value.body ? [] : [i18n.t('collector.otherBody')];
  return [...status, ...body].join(', ') || null;
}
