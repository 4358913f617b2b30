import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { classifyStatus, type StatusClass } from '#core/journey/classify-status';
import { isChanged, isDuplicate, isSentTwice, type JourneyState, journeyState } from '#core/journey/journey-state';
import type { FrameRef, ObservedRequest } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isAboutEvent } from '#core/stream/summarize-findings';
import { i18n } from '#i18n';

interface JourneyLabels {
  readonly word: string;
  readonly tone: 'quiet' | 'warn' | 'bad' | 'lost';
  /** The whole sentence, for the tooltip and for those who do not see the dots. */
  readonly sentence: string;
}

const journeyKeys = {
  called: { wordKey: 'journey.called', tone: 'quiet', sentenceKey: 'journey.calledText' },
  threw: { wordKey: 'journey.threw', tone: 'bad', sentenceKey: 'journey.threwText' },
  dropped: { wordKey: 'journey.dropped', tone: 'lost', sentenceKey: 'journey.droppedText' },
  waiting: { wordKey: 'journey.waiting', tone: 'quiet', sentenceKey: 'journey.waitingText' },
  sent: { wordKey: 'journey.sent', tone: 'quiet', sentenceKey: 'journey.sentText' },
  accepted: { wordKey: 'journey.accepted', tone: 'quiet', sentenceKey: 'journey.acceptedText' },
  rejected: { wordKey: 'journey.rejected', tone: 'bad', sentenceKey: 'journey.rejectedText' },
  lost: { wordKey: 'journey.lost', tone: 'lost', sentenceKey: 'journey.lostText' },
  unobserved: { wordKey: 'journey.unobserved', tone: 'quiet', sentenceKey: 'journey.unobservedText' },
  unknown: { wordKey: 'journey.unknown', tone: 'quiet', sentenceKey: 'journey.unknownText' },
  failed: { wordKey: 'journey.failed', tone: 'bad', sentenceKey: 'journey.failedText' },
} as const;

/** How far an event got, in a word. */
export function formatJourneyState(state: JourneyState): string {
  return i18n.t(journeyKeys[state].wordKey);
}

/** What happened on the way of an event that did not end badly: the word of the list is then this one. */
export type Alteration = 'changed' | 'duplicate';

export interface JourneyPresentation extends JourneyLabels {
  readonly state: JourneyState;
  readonly alteration: Alteration | null;
  /** Whether the call was seen, or the event was posted by this extension; an event that was read from a request has none. */
  readonly isCallSeen: boolean;
  /** Whether the event was seen when it was emitted, not only in a request. */
  readonly isEventSeen: boolean;
}

/** Where the way did not end badly, so that what happened on it is the news. */
const goingWell: readonly JourneyState[] = ['waiting', 'sent', 'accepted'];

/** How it stands with the event, in a word and in a sentence with what was seen. */
export function journeyLabelsOf(record: JudgedRecord): JourneyPresentation {
  const ending = endingOf(record);
  const alteration = alterationOf(record);
  const seen = seenSteps(record);
  if (alteration === null) return { ...ending, ...seen, alteration };
  const { word, text } = alterationLabels(alteration, record);
  const sentence = i18n.t('journey.altered', { alteration: text, ending: ending.sentence });
  return { ...ending, ...seen, alteration, word, tone: 'warn', sentence };
}

function seenSteps(record: JudgedRecord) {
  const { call, event, requests } = record;
  const isPosted = requests[0]?.transport === 'extension';
  const isEventSeen = event ? event.observedIn !== 'request' : journeyState(record) !== 'unobserved';
  return { isCallSeen: call !== null || isPosted, isEventSeen: isEventSeen || isPosted };
}

/** What happened to an event on its way, or `null` if nothing did or it ended badly. */
export function alterationOf(record: JudgedRecord): Alteration | null {
  if (!goingWell.includes(journeyState(record))) return null;
  if (isDuplicate(record)) return 'duplicate';
  return isChanged(record) ? 'changed' : null;
}

function alterationLabels(alteration: Alteration, record: JudgedRecord) {
  if (alteration === 'changed') return { word: i18n.t('journey.changed'), text: i18n.t('journey.changedText') };
  const text = i18n.t(isSentTwice(record) ? 'journey.sentTwiceText' : 'journey.sharesMidText');
  return { word: i18n.t('journey.duplicate'), text };
}

/** How far the event got, in a word and in a sentence with what was seen. */
function endingOf(record: JudgedRecord): JourneyLabels & { readonly state: JourneyState } {
  const state = journeyState(record);
  const keys = journeyKeys[state];
  const labels = { word: i18n.t(keys.wordKey), tone: keys.tone };
  const outcome = record.call?.outcome;
  const request = record.requests.at(-1);
  if (state === 'threw' && outcome?.status === 'threw') {
    return { ...labels, state, sentence: i18n.t('journey.threwWith', { message: outcome.message }) };
  }
  if (state === 'unobserved' && record.event === null)
    return { ...labels, state, sentence: i18n.t('journey.handedOnText') };
  return {
    ...labels,
    state,
    sentence: (request && responseSentence(request.end)) ?? i18n.t(keys.sentenceKey),
  };
}

function responseSentence(end: ObservedRequest['end']): string | null {
  if (end.status === 'open') return null;
  if (end.status === 'queued') return i18n.t('journey.sentUnknown');
  if (end.status === 'failed') return i18n.t('journey.failedWith', { message: end.message });
  return statusSentence(classifyStatus(end.httpStatus), end.httpStatus);
}

function statusSentence(status: StatusClass, http: number): string {
  switch (status) {
    case 'accepted':
      return i18n.t('journey.acceptedWith', { http });
    case 'redirected':
      return i18n.t('journey.redirectedWith', { http });
    case 'body-dropped':
      return i18n.t('journey.bodyDropped', { http });
    case 'rejected':
      return i18n.t('journey.rejectedWith', { http });
  }
}

export interface VerdictLabel {
  readonly icon: 'valid' | 'invalid' | 'notice' | 'unknown';
  readonly tone: 'calm' | 'bad' | 'warn' | 'quiet';
  /** As a row shows it: `Invalid 2`. */
  readonly short: string;
  /** As a header says it: `Invalid, 2 errors`. */
  readonly long: string;
}

export function verdictLabels(record: Pick<JudgedRecord, 'verdict' | 'findings'>): VerdictLabel {
  const found = record.findings.filter(isAboutEvent);
  const errors = found.filter((finding) => finding.severity === 'error').length;
  const warnings = found.filter((finding) => finding.severity === 'warning').length;
  const notices = found.length - errors;
  if (record.verdict === 'invalid') {
    const long = i18n.t('verdict.invalidLong', { errors: formatCount(errors, 'error') });
    return { icon: 'invalid', tone: 'bad', short: i18n.t('verdict.invalidShort', { n: formatNumber(errors) }), long };
  }
  if (record.verdict === 'unknown') {
    return { icon: 'unknown', tone: 'quiet', short: i18n.t('verdict.unknown'), long: i18n.t('verdict.unknownLong') };
  }
  const valid = i18n.t('verdict.valid');
  const long = notices > 0 ? i18n.t('verdict.validWith', { notices: formatCount(notices, 'notice') }) : valid;
  if (warnings === 0) return { icon: 'valid', tone: 'calm', short: valid, long };
  return { icon: 'notice', tone: 'warn', short: i18n.t('verdict.noticeShort', { n: formatNumber(notices) }), long };
}

const pageLabels = new WeakMap<FrameRef, string>();

/**
 * The page of the top frame by its path; a frame inside it by its file.
 * Empty if only the request was seen.
 */
export function formatPageLabel(frame: FrameRef): string {
  const known = pageLabels.get(frame) ?? labelOfPage(frame);
  pageLabels.set(frame, known);
  return known;
}

function labelOfPage(frame: FrameRef): string {
  const url = parseUrl(frame.url);
  if (!url) return frame.url;
  const route = hashRouteOf(url);
  if (frame.frameId === 0) return url.pathname + route;
  const file = url.pathname.split('/').findLast((part) => part !== '');
  return (file ?? url.host) + route;
}

/** The fragment where it is a route of a single-page app, such as `#/lesson` or `#!/lesson`; else empty. */
function hashRouteOf({ hash }: URL): string {
  return /^#!?\//.test(hash) ? hash : '';
}

/** Host and path of an address, without what says nothing: `localhost:4173/lesson/water-cycle`. */
export function formatUrlLabel(address: string): string {
  const url = parseUrl(address);
  if (!url?.host) return address;
  const route = hashRouteOf(url);
  return `${url.host}${url.pathname === '/' && route === '' ? '' : url.pathname}${route}`;
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
