import { messageText } from '#components/i18n/message-text.ts';
import type { Tone } from '#components/kit/tone.ts';
import type { RowNumbers } from '#components/panel/event-list/record-store.ts';
import { type Diagnostic, diagnose } from '#core/journey/diagnostics';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';

/** The step of the journey at which a diagnostic is shown. */
export type DiagnosticStep = 'called' | 'emitted' | 'queued' | 'request' | 'response';

export interface DiagnosticLabel extends Pick<Diagnostic, 'code'> {
  readonly title: string;
  readonly cause: string;
  readonly remedy: string;
  readonly tone: Extract<Tone, 'warning' | 'error' | 'lost'>;
  readonly step: DiagnosticStep;
  /** The `row` of another event that caused the diagnostic. */
  readonly fromRow?: number;
}

type DiagnosticTemplate = Pick<DiagnosticLabel, 'tone' | 'step'>;

const templates: Readonly<Record<Diagnostic['code'], DiagnosticTemplate>> = {
  threw: { tone: 'error', step: 'called' },
  'dropped-by-validation': { tone: 'lost', step: 'called' },
  'end-without-start': { tone: 'lost', step: 'called' },
  'no-event': { tone: 'lost', step: 'called' },
  lost: { tone: 'lost', step: 'queued' },
  rejected: { tone: 'error', step: 'response' },
  failed: { tone: 'error', step: 'response' },
  'body-dropped': { tone: 'error', step: 'response' },
  retried: { tone: 'warning', step: 'response' },
  'sent-as-another-kind': { tone: 'warning', step: 'emitted' },
  'shared-mid': { tone: 'warning', step: 'emitted' },
  'sent-twice': { tone: 'warning', step: 'request' },
  'out-of-order': { tone: 'warning', step: 'emitted' },
  changed: { tone: 'warning', step: 'emitted' },
  'sticky-options': { tone: 'warning', step: 'emitted' },
};

/** Returns the diagnostics, most severe first, each with its presentation and its step. */
export function labelDiagnostics(record: JudgedRecord, { numberOf }: RowNumbers): readonly DiagnosticLabel[] {
  return diagnose(record).map((diagnostic) => ({
    code: diagnostic.code,
    title: messageText(diagnostic.title),
    ...causeWithRowNumber(diagnostic, numberOf),
    remedy: messageText(diagnostic.remedy),
    ...templates[diagnostic.code],
    ...stepOverride(diagnostic, record),
  }));
}

/** Returns the cause with the row number that the list shows. A cleared event has no number. */
function causeWithRowNumber(
  { cause }: Diagnostic,
  numberOf: RowNumbers['numberOf'],
): Pick<DiagnosticLabel, 'cause' | 'fromRow'> {
  if (typeof cause !== 'object' || !('code' in cause) || typeof cause.params?.fromRow !== 'number')
    return { cause: messageText(cause) };
  const { fromRow, path } = cause.params;
  const number = numberOf(fromRow);
  if (number !== null)
    return { cause: messageText({ ...cause, params: { ...cause.params, fromRow: number } }), fromRow };
  return { cause: i18n.t('diagnostics.leakedOptions.earlierCause', { path: String(path) }) };
}

/** Moves a change to the request step if the event was changed while it was in the SDK's queue. */
function stepOverride({ code }: Diagnostic, { requests }: JudgedRecord): Partial<DiagnosticTemplate> {
  const changedLater = code === 'changed' && requests.some(({ carriedEvent }) => carriedEvent !== null);
  return changedLater ? { step: 'request' } : {};
}
