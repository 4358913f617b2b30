import type { JsonObject } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';

/** All actions of a learner in the lesson, in the order of the page. */
export const acts = [
  { id: 'begin', button: 'Begin the lesson' },
  { id: 'next', button: 'Next page' },
  { id: 'hint', button: 'Show a hint' },
  { id: 'move', button: 'Move the drop to the cloud' },
  { id: 'listen', button: 'Listen to this page' },
  { id: 'rain', button: 'Start the rain' },
  { id: 'answer', button: 'Check my answer' },
  { id: 'pause', button: 'Pause for a moment' },
  { id: 'search', button: 'Search' },
  { id: 'rate', button: 'Send my rating' },
  { id: 'share', button: 'Share this lesson' },
  { id: 'learned', button: 'Mark as learned' },
  { id: 'video', button: 'Open the video' },
  { id: 'numbers', button: 'Show my numbers' },
  { id: 'portfolio', button: 'Save to my portfolio' },
  { id: 'finish', button: 'Finish the lesson' },
] as const;

export type ActId = (typeof acts)[number]['id'];

/** The learner's input, and times in epoch milliseconds. */
export interface LessonInput {
  readonly answer: string;
  readonly query: string;
  readonly rating: number;
  readonly beganAt: number;
  readonly now: number;
  readonly pageUrl: string;
}

/** A call of the page to its SDK. For `start`, the page adds its configuration and the content. */
export interface LessonCall {
  readonly kind: EventKind;
  readonly data: JsonObject;
  readonly options?: JsonObject;
  /** The deliberate error of the call, as the page's log shows it. */
  readonly wrong?: string;
}

/** The calls of a site to its SDK, by action. */
export type Lesson = Readonly<Record<ActId, (input: LessonInput) => readonly LessonCall[]>>;

export const CONTENT_ID = 'do_31307361';
export const CONTENT_VERSION = '1.0';
