import type { EpochMilliseconds, RequestSighting } from '../journey/record';

/** What became of a request, as the panel shows it. */
export type RequestOutcome =
  | { readonly status: 'open'; readonly label: string }
  /** A beacon: the browser took it, and nobody is told of an answer. */
  | { readonly status: 'untold'; readonly label: string }
  | {
      readonly status: 'answered' | 'refused';
      readonly label: string;
      readonly http: number;
      readonly at: EpochMilliseconds;
    }
  | { readonly status: 'failed'; readonly label: string; readonly message: string; readonly at: EpochMilliseconds };

export function requestOutcome({ end, at }: RequestSighting): RequestOutcome {
  if (end.status === 'open') return { status: 'open', label: 'No answer yet' };
  if (end.status === 'handed-over') return { status: 'untold', label: 'Answer untold' };
  const ended = at + end.durationMs;
  if (end.status === 'failed') return { status: 'failed', label: 'No answer', message: end.message, at: ended };
  const refused = end.http >= 400;
  return {
    status: refused ? 'refused' : 'answered',
    label: `${refused ? 'Refused' : 'Answered'} ${end.http}`,
    http: end.http,
    at: ended,
  };
}
