import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { createRedactor } from '#core/redaction/redactor';
import type { TelemetrySource } from '../telemetry-source';
import type { FinalJudgement } from './await-judgement';
import { attachEvidence } from './failure-evidence';
import { formatExplanation } from './judgement';

/** Whether a matcher has the parameter `expected`, which the first line of its failure then shows. */
const hasExpected = {
  toHaveEvent: true,
  toHaveEvents: true,
  toHaveNextEvent: true,
  toHaveNoInvalidEvents: false,
  toHaveNoLostEvents: false,
  toHaveSoundUserSessions: false,
  toPassScenario: true,
} as const satisfies Readonly<Record<string, boolean>>;

export type MatcherName = keyof typeof hasExpected;

type Outcome = Pick<FinalJudgement, 'pass' | 'isEmpty' | 'explain' | 'waitedMs' | 'isTimedOut'>;

/** Converts the outcome of a matcher to its result. Attaches evidence to a test that fails. */
export async function toResult(
  state: ExpectMatcherState,
  name: MatcherName,
  telemetry: TelemetrySource,
  outcome: Outcome,
): Promise<MatcherReturnType> {
  const pass = outcome.isEmpty === true ? state.isNot : outcome.pass;
  if (pass !== state.isNot) return { name, pass, message: () => '' };
  const emptyReasons = telemetry.records().length === 0 ? (telemetry.explainEmpty?.() ?? []) : [];
  const message = formatFailure(state, name, outcome, emptyReasons);
  attachEvidence(telemetry);
  return { name, pass, message: () => message };
}

/** Formats a failure in a few lines. Redacts secrets, which must not reach CI logs. */
function formatFailure(
  { utils, isNot }: ExpectMatcherState,
  name: MatcherName,
  { explain, isEmpty = false, waitedMs, isTimedOut }: Outcome,
  emptyReasons: readonly string[],
): string {
  const redactor = createRedactor();
  const redact = (line: string): string => escapeForTerminalLine(redactor.text(line));
  const { expected, received, details } = explain();
  const reasonLines = emptyReasons.map((reason, index) => `${index === 0 ? 'Why:      ' : '          '}${reason}`);
  const hint = utils.matcherHint(name, 'telemetry', hasExpected[name] ? 'expected' : '', { isNot });
  const lines = formatExplanation({
    expected: `${isNot && !isEmpty ? 'not ' : ''}${redact(expected)}`,
    received: `${redact(received)} (after ${waitedMs} ms${isTimedOut ? ', telemetry not quiet' : ''})`,
    details: [...details, ...reasonLines].map(redact),
  });
  return [hint, '', ...lines].join('\n');
}
