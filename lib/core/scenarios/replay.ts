import { isJsonObject } from '#core/json/json';
import { newScenario, type RecordedCall, type Scenario, type Step } from './scenario';

/** Maximum gap between two calls of a replay, so that it is faster than the user. */
const MAX_GAP_MS = 1000;

/** A replay as a scenario, and the index of the step for each recorded call. */
export interface Replay {
  readonly scenario: Scenario;
  readonly stepOfCall: readonly number[];
}

/** Creates the steps that call the SDK with the recorded arguments and gaps. The SDK creates new IDs. */
export function toReplay(name: string, calls: readonly RecordedCall[]): Replay {
  const steps: Step[] = [];
  const stepOfCall: number[] = [];
  for (const { kind, args, gapMs } of calls) {
    if (gapMs > 0) steps.push({ type: 'wait', ms: Math.min(gapMs, MAX_GAP_MS) });
    stepOfCall.push(steps.length);
    steps.push({ type: 'fire', kind, args });
  }
  return { scenario: newScenario(name, steps), stepOfCall };
}

/** The calls of one page in order, grouped by consecutive calls of one kind. */
export interface PageOfCalls {
  readonly page: string;
  readonly runs: readonly (readonly { readonly call: RecordedCall; readonly index: number }[])[];
}

/**
 * Groups recorded calls by page, and consecutive calls by kind.
 * A page that occurs again starts a new group.
 */
export function groupCalls(calls: readonly RecordedCall[]): readonly PageOfCalls[] {
  const pages: { page: string; runs: { call: RecordedCall; index: number }[][] }[] = [];
  for (const [index, call] of calls.entries()) {
    let page = pages.at(-1);
    if (page?.page !== call.page) {
      page = { page: call.page, runs: [] };
      pages.push(page);
    }
    const run = page.runs.at(-1);
    if (run?.[0]?.call.kind === call.kind) run.push({ call, index });
    else page.runs.push([{ call, index }]);
  }
  return pages;
}

/** Groups of fields that summarize a call, as in `TOUCH play-button`. The first set field of each group is used. */
const SIGNIFICANT = [['type'], ['id', 'pageid', 'query', 'level', 'err', 'state']] as const;

/** Summarizes a call: `INTERACT TOUCH play-button`. */
export function formatCall({ kind, args }: Pick<RecordedCall, 'kind' | 'args'>): string {
  const data = isJsonObject(args.data) ? args.data : args;
  const parts = SIGNIFICANT.flatMap((names) => {
    const name = names.find((candidate) => typeof data[candidate] === 'string' && data[candidate] !== '');
    return name === undefined ? [] : [String(data[name])];
  });
  const contentId = parts.length === 0 && typeof args.contentId === 'string' ? [args.contentId] : [];
  return [kind.toUpperCase(), ...parts, ...contentId].join(' ');
}
