import { messageText } from '#components/i18n/message-text.ts';
import { type Trouble, troublesOf } from '#core/journey/diagnostics';
import type { TelemetryRecord } from '#core/journey/record';

/** Where on its way an event met a trouble: the step of the story at which it is told. */
export type TroubleStep = 'called' | 'emitted' | 'held' | 'request' | 'answer';

export interface ToldTrouble extends Pick<Trouble, 'code'> {
  readonly title: string;
  readonly why: string;
  readonly toDo: string;
  readonly tone: 'warn' | 'bad' | 'lost';
  readonly step: TroubleStep;
}

type Telling = Pick<ToldTrouble, 'tone' | 'step'>;

const tellings: Readonly<Record<Trouble['code'], Telling>> = {
  threw: { tone: 'bad', step: 'called' },
  'dropped-by-validation': { tone: 'lost', step: 'called' },
  'end-without-start': { tone: 'lost', step: 'called' },
  'no-event': { tone: 'lost', step: 'called' },
  lost: { tone: 'lost', step: 'held' },
  refused: { tone: 'bad', step: 'answer' },
  failed: { tone: 'bad', step: 'answer' },
  'body-dropped': { tone: 'bad', step: 'answer' },
  retried: { tone: 'warn', step: 'answer' },
  'left-as-another': { tone: 'warn', step: 'emitted' },
  'shared-mid': { tone: 'warn', step: 'emitted' },
  'sent-twice': { tone: 'warn', step: 'request' },
  overtaken: { tone: 'warn', step: 'emitted' },
  changed: { tone: 'warn', step: 'emitted' },
  'sticky-options': { tone: 'warn', step: 'emitted' },
};

/** What went wrong on the way, the worst first, with how to show it and where it belongs in the story. */
export function toldTroubles(record: TelemetryRecord): readonly ToldTrouble[] {
  return troublesOf(record).map((trouble) => ({
    code: trouble.code,
    title: messageText(trouble.title),
    why: messageText(trouble.why),
    toDo: messageText(trouble.toDo),
    ...tellings[trouble.code],
    ...laterChange(trouble, record),
  }));
}

/** What was raised as it was called, and is another in the batch, changed while the SDK held it. */
function laterChange({ code }: Trouble, { requests }: TelemetryRecord): Partial<Telling> {
  const changedLater = code === 'changed' && requests.some(({ carried }) => carried !== null);
  return changedLater ? { step: 'request' } : {};
}
