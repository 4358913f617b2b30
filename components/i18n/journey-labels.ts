import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { classifyStatus, type StatusClass } from '#core/journey/classify-status';
import { isChanged, isDuplicate, isSentTwice, type JourneyState, journeyState } from '#core/journey/journey-state';
import type { FrameRef, ObservedRequest } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isAboutEvent } from '#core/stream/summarize-findings';
import { i18n } from '#i18n';

interface JourneyLabels {
  readonly label: string;
  readonly tone: 'muted' | 'warning' | 'error' | 'lost';
  /** The whole sentence, for the tooltip and for screen readers. */
  readonly sentence: string;
}

const journeyKeys = {
  called: { labelKey: 'journey.called', tone: 'muted', sentenceKey: 'journey.calledText' },
  threw: { labelKey: 'journey.threw', tone: 'error', sentenceKey: 'journey.threwText' },
  dropped: { labelKey: 'journey.dropped', tone: 'lost', sentenceKey: 'journey.droppedText' },
  waiting: { labelKey: 'journey.waiting', tone: 'muted', sentenceKey: 'journey.waitingText' },
  sent: { labelKey: 'journey.sent', tone: 'muted', sentenceKey: 'journey.sentText' },
  accepted: { labelKey: 'journey.accepted', tone: 'muted', sentenceKey: 'journey.acceptedText' },
  rejected: { labelKey: 'journey.rejected', tone: 'error', sentenceKey: 'journey.rejectedText' },
  lost: { labelKey: 'journey.lost', tone: 'lost', sentenceKey: 'journey.lostText' },
  unobserved: { labelKey: 'journey.unobserved', tone: 'muted', sentenceKey: 'journey.unobservedText' },
  unknown: { labelKey: 'journey.unknown', tone: 'muted', sentenceKey: 'journey.unknownText' },
  failed: { labelKey: 'journey.failed', tone: 'error', sentenceKey: 'journey.failedText' },
} as const;

/** Returns the label of a journey state. */
export function formatJourneyState(state: JourneyState): string {
  return i18n.t(journeyKeys[state].labelKey);
}

/** Alteration of an event that did not fail. The list shows the alteration instead of the journey state. */
export type Alteration = 'changed' | 'duplicate';

export interface JourneyPresentation extends JourneyLabels {
  readonly state: JourneyState;
  readonly alteration: Alteration | null;
  /** Whether the call was observed, or this extension posted the event. */
  readonly isCallSeen: boolean;
  /** Whether the event was observed when it was emitted, not only in a request. */
  readonly isEventSeen: boolean;
}

/** States without a failure. An alteration of the event is shown instead of them. */
const statesWithoutFailure: readonly JourneyState[] = ['waiting', 'sent', 'accepted'];

/** Returns the label of an event's state, with a sentence about what was observed. */
export function journeyLabelsOf(record: JudgedRecord): JourneyPresentation {
  const endState = endStateOf(record);
  const alteration = alterationOf(record);
  const steps = observedSteps(record);
  if (alteration === null) return { ...endState, ...steps, alteration };
  const { label, text } = alterationLabels(alteration, record);
  const sentence = i18n.t('journey.altered', { alteration: text, ending: endState.sentence });
  return { ...endState, ...steps, alteration, label, tone: 'warning', sentence };
}

function observedSteps(record: JudgedRecord) {
  const { call, event, requests } = record;
  const isPosted = requests[0]?.transport === 'extension';
  const isEventSeen = event ? event.observedIn !== 'request' : journeyState(record) !== 'unobserved';
  return { isCallSeen: call !== null || isPosted, isEventSeen: isEventSeen || isPosted };
}

/** Returns how an event was altered, or `null` if it was not altered or has failed. */
export function alterationOf(record: JudgedRecord): Alteration | null {
  if (!statesWithoutFailure.includes(journeyState(record))) return null;
  if (isDuplicate(record)) return 'duplicate';
  return isChanged(record) ? 'changed' : null;
}

function alterationLabels(alteration: Alteration, record: JudgedRecord) {
  if (alteration === 'changed') return { label: i18n.t('journey.changed'), text: i18n.t('journey.changedText') };
  const text = i18n.t(isSentTwice(record) ? 'journey.sentTwiceText' : 'journey.sharesMidText');
  return { label: i18n.t('journey.duplicate'), text };
}

/** Returns the last state of an event's journey, with its label and a sentence. */
function endStateOf(record: JudgedRecord): JourneyLabels & { readonly state: JourneyState } {
  const state = journeyState(record);
  const keys = journeyKeys[state];
  const labels = { label: i18n.t(keys.labelKey), tone: keys.tone };
  const outcome = record.call?.outcome;
  const request = record.requests.at(-1);
  if (state === 'threw' && outcome?.status === 'threw') {
    return { ...labels, state, sentence: i18n.t('journey.threwWith', { message: outcome.message }) };
  }
  if (state === 'unobserved' && record.event === null)
    return { ...labels, state, sentence: i18n.t('journey.forwardedText') };
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

function statusSentence(statusClass: StatusClass, httpStatus: number): string {
  switch (statusClass) {
    case 'accepted':
      return i18n.t('journey.acceptedWith', { http: httpStatus });
    case 'redirected':
      return i18n.t('journey.redirectedWith', { http: httpStatus });
    case 'body-dropped':
      return i18n.t('journey.bodyDropped', { http: httpStatus });
    case 'rejected':
      return i18n.t('journey.rejectedWith', { http: httpStatus });
  }
}

export interface VerdictLabel {
  readonly icon: 'valid' | 'invalid' | 'notice' | 'unknown';
  readonly tone: 'success' | 'error' | 'warning' | 'muted';
  /** Set for a valid event without warnings. */
  readonly isSubtle?: boolean;
  /** For a row: `Invalid 2`. */
  readonly short: string;
  /** For a header: `Invalid, 2 errors`. */
  readonly long: string;
}

export function verdictLabelOf(record: Pick<JudgedRecord, 'verdict' | 'findings'>): VerdictLabel {
  const eventFindings = record.findings.filter(isAboutEvent);
  const errors = eventFindings.filter((finding) => finding.severity === 'error').length;
  const warnings = eventFindings.filter((finding) => finding.severity === 'warning').length;
  const notices = eventFindings.length - errors;
  if (record.verdict === 'invalid') {
    const long = i18n.t('verdict.invalidLong', { errors: formatCount(errors, 'error') });
    return { icon: 'invalid', tone: 'error', short: i18n.t('verdict.invalidShort', { n: formatNumber(errors) }), long };
  }
  if (record.verdict === 'unknown') {
    return { icon: 'unknown', tone: 'muted', short: i18n.t('verdict.unknown'), long: i18n.t('verdict.unknownLong') };
  }
  const valid = i18n.t('verdict.valid');
  const long = notices > 0 ? i18n.t('verdict.validWith', { notices: formatCount(notices, 'notice') }) : valid;
  if (warnings === 0) return { icon: 'valid', tone: 'success', isSubtle: true, short: valid, long };
  return { icon: 'notice', tone: 'warning', short: i18n.t('verdict.noticeShort', { n: formatNumber(notices) }), long };
}

const pageLabels = new WeakMap<FrameRef, string>();

/**
 * Formats the page of a frame: the path of the top frame, or the file name of a frame inside it.
 * Returns an empty string if only the request was observed.
 */
export function formatPageLabel(frame: FrameRef): string {
  const label = pageLabels.get(frame) ?? createPageLabel(frame);
  pageLabels.set(frame, label);
  return label;
}

function createPageLabel(frame: FrameRef): string {
  const url = parseUrl(frame.url);
  if (!url) return frame.url;
  const route = hashRouteOf(url);
  if (frame.frameId === 0) return url.pathname + route;
  const file = url.pathname.split('/').findLast((part) => part !== '');
  return (file ?? url.host) + route;
}

/** Returns a fragment that is a route, such as `#/lesson` or `#!/lesson`, or else an empty string. */
function hashRouteOf({ hash }: URL): string {
  return /^#!?\//.test(hash) ? hash : '';
}

/** Formats host and path of a URL, without an empty path: `localhost:4173/lesson/water-cycle`. */
export function formatUrlLabel(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed?.host) return url;
  const route = hashRouteOf(parsed);
  return `${parsed.host}${parsed.pathname === '/' && route === '' ? '' : parsed.pathname}${route}`;
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
