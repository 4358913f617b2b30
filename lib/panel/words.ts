import type { Cut, FrameRef, TelemetryRecord } from '../journey/record';
import { isChanged, isDoubled, isSentTwice, type JourneyState, journeyState } from '../journey/state';
import { countOf } from './figures';
import { requestOutcome } from './request-end';

/** The kind as the list shows it: the eid, or the name as it was seen where it is none of the 17. */
export function kindLabel(record: Pick<TelemetryRecord, 'kind' | 'name'>): string {
  return record.kind ? record.kind.toUpperCase() : record.name;
}

export interface JourneyWords {
  readonly word: string;
  readonly tone: 'quiet' | 'warn' | 'bad' | 'lost';
  /** The whole sentence, for the tooltip and for those who do not see the dots. */
  readonly sentence: string;
}

const journeyWords: Readonly<Record<JourneyState, JourneyWords>> = {
  called: { word: 'Called', tone: 'quiet', sentence: 'Called; the SDK has raised no event of it yet' },
  threw: { word: 'Threw', tone: 'bad', sentence: 'The SDK threw' },
  dropped: { word: 'Dropped', tone: 'lost', sentence: 'Called, but the SDK raised no event of it' },
  waiting: { word: 'Waiting', tone: 'quiet', sentence: 'Emitted, and waiting in the SDK until its batch is sent' },
  sent: { word: 'Sent', tone: 'quiet', sentence: 'Sent; no answer from the collector yet' },
  answered: { word: 'Answered', tone: 'quiet', sentence: 'Called, emitted, sent, answered' },
  refused: { word: 'Refused', tone: 'bad', sentence: 'The collector refused it' },
  lost: { word: 'Lost', tone: 'lost', sentence: 'Emitted, but the page went away before the SDK had sent it' },
  failed: { word: 'Failed', tone: 'bad', sentence: 'Sent, but no answer came' },
};

/** What happened on the way of an event that did not end badly: the word of the list is then this one. */
export type Alteration = 'changed' | 'doubled';

export interface JourneyLook extends JourneyWords {
  readonly state: JourneyState;
  readonly alteration: Alteration | null;
}

/** Where the way did not end badly, so that what happened on it is the news. */
const goingWell: readonly JourneyState[] = ['waiting', 'sent', 'answered'];

/** How it stands with the event, in a word and in a sentence with what was seen. */
export function journeyWordsOf(record: TelemetryRecord): JourneyLook {
  const ending = endingOf(record);
  const alteration = goingWell.includes(ending.state) ? alterationOf(record) : null;
  if (alteration === null) return { ...ending, alteration };
  const { word, said } = alterationWords(alteration, record);
  return { ...ending, alteration, word, tone: 'warn', sentence: `${said}. ${ending.sentence}` };
}

function alterationOf(record: TelemetryRecord): Alteration | null {
  if (isDoubled(record)) return 'doubled';
  return isChanged(record) ? 'changed' : null;
}

function alterationWords(alteration: Alteration, record: TelemetryRecord) {
  if (alteration === 'changed') return { word: 'Changed', said: 'What left is not what was called' };
  const said = isSentTwice(record) ? 'Sent more than once' : 'Another event has the same mid';
  return { word: 'Doubled', said };
}

/** How far the event got, in a word and in a sentence with what was seen. */
function endingOf(record: TelemetryRecord): JourneyWords & { readonly state: JourneyState } {
  const state = journeyState(record);
  const words = journeyWords[state];
  const outcome = record.call?.outcome;
  const request = record.requests.at(-1);
  const answer = request && requestOutcome(request);
  if (state === 'threw' && outcome?.status === 'threw') {
    return { ...words, state, sentence: `${words.sentence}: ${outcome.message}` };
  }
  if (answer?.status === 'refused') return { ...words, state, sentence: `${words.sentence} with ${answer.http}` };
  if (answer?.status === 'answered') return { ...words, state, sentence: `${words.sentence} ${answer.http}` };
  if (answer?.status === 'failed') return { ...words, state, sentence: `${words.sentence}: ${answer.message}` };
  return { ...words, state };
}

export interface VerdictWords {
  readonly icon: 'valid' | 'invalid' | 'notice' | 'unknown';
  readonly tone: 'calm' | 'bad' | 'warn' | 'quiet';
  /** As a row shows it: `Invalid 2`. */
  readonly short: string;
  /** As a header says it: `Invalid, 2 errors`. */
  readonly long: string;
}

export function verdictWords(record: Pick<TelemetryRecord, 'verdict' | 'findings'>): VerdictWords {
  const errors = record.findings.filter((finding) => finding.severity === 'error').length;
  const notices = record.findings.length - errors;
  if (record.verdict === 'invalid') {
    return { icon: 'invalid', tone: 'bad', short: `Invalid ${errors}`, long: `Invalid, ${countOf(errors, 'error')}` };
  }
  if (record.verdict === 'unknown') {
    return { icon: 'unknown', tone: 'quiet', short: 'Unknown', long: 'Unknown: not one of the 17 kinds' };
  }
  if (notices > 0) {
    return { icon: 'notice', tone: 'warn', short: `Notice ${notices}`, long: `Valid, ${countOf(notices, 'notice')}` };
  }
  return { icon: 'valid', tone: 'calm', short: 'Valid', long: 'Valid' };
}

/** The page of the top frame by its path; a frame inside it by its file. Empty where only the request was seen. */
export function pageLabel(frame: FrameRef): string {
  const url = parseUrl(frame.url);
  if (!url) return frame.url;
  if (frame.frameId === 0) return url.pathname;
  const file = url.pathname.split('/').findLast((part) => part !== '');
  return file ?? url.host;
}

/** Host and path of an address, without what says nothing: `localhost:4173/lesson/water-cycle`. */
export function addressLabel(address: string): string {
  const url = parseUrl(address);
  return url?.host ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : address;
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

const cutWords: Readonly<Record<Cut['reason'], string>> = {
  undefined: 'undefined',
  function: 'a function',
  symbol: 'a symbol',
  bigint: 'a BigInt',
  'not-a-number': 'not a finite number',
  getter: 'a getter, not called',
  cycle: 'refers back to itself',
  'too-deep': 'too deep, cut here',
  'too-long': 'too long, shortened',
  'too-many': 'too many, the rest left out',
  'not-plain': 'not plain data',
  unreadable: 'could not be read',
};

/** What stood at a place of which the copy is not whole. */
export function cutText(reason: Cut['reason']): string {
  return cutWords[reason];
}
