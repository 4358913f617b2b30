import { formatPath } from '#core/json/json';
import { nodeOfRuleSet, shareFinding } from '#core/telemetry/finding-cache';
import type { Finding, FindingCode, ReasonParams } from '#core/telemetry/findings';

/** Limit of the hints of an event. A page can send an array of a thousand invalid items. */
const MAX_LISTED = 20;

const NO_FINDINGS: readonly Finding[] = [];

/** The code of each hint. */
const codeByReason = {
  'ets-in-seconds': 'wrong-unit',
  'duration-in-milliseconds': 'wrong-unit',
  'duration-is-timestamp': 'wrong-unit',
  'ets-in-future': 'event-age',
  'ets-too-old': 'event-age',
  'placeholder-id': 'placeholder',
  'user-agent-as-pid': 'misplaced-value',
  'url-as-pageid': 'misplaced-value',
  'empty-object': 'empty-object',
  'json-as-text': 'json-as-text',
  'whole-event': 'wrapped',
  'nested-edata': 'wrapped',
  'edata-as-config': 'misplaced-value',
  'earlier-eid': 'earlier-version',
  'personal-email': 'personal-data',
  'personal-phone': 'personal-data',
} as const satisfies Readonly<Record<string, FindingCode>>;

type HintReason = keyof typeof codeByReason;

type HintParams = { [Reason in HintReason]: ReasonParams<Reason> }[HintReason];

/** Mistakes that cause other findings. Their hints replace these findings and are errors, too. */
const causes: readonly HintReason[] = ['whole-event', 'nested-edata', 'edata-as-config', 'earlier-eid'];

/** Collects hints during a walk over a value, and tracks the current path. */
export class HintList {
  readonly path: (string | number)[] = [];
  readonly #dataName: string;
  #findings: Finding[] | null = null;

  /** @param dataName the first step of paths to the data: `edata`, or the name of an argument. */
  constructor(dataName: string) {
    this.#dataName = dataName;
  }

  /**
   * The current path below the data of the event; empty elsewhere.
   * Some definitions have `edata` in `data`.
   */
  get pathInData(): readonly (string | number)[] {
    const { path } = this;
    return path[0] === this.#dataName ? path.slice(path[1] === 'edata' ? 2 : 1) : [];
  }

  /** Adds a hint at the current path. */
  add(params: HintParams): void {
    this.#findings ??= [];
    if (this.#findings.length === MAX_LISTED) return;
    const { reason } = params;
    const code = codeByReason[reason];
    const path = [...this.path];
    const severity = causes.includes(reason) ? 'error' : 'info';
    const create = (): Finding => ({ ruleSet: 'hints', severity, code, path, params });
    const variant = `${formatPath(path)} ${Object.values(params).join(' ')}`;
    this.#findings.push(shareFinding({ owner: codeByReason, node: nodeOfRuleSet('hints'), code, variant }, create));
  }

  get findings(): readonly Finding[] {
    return this.#findings ?? NO_FINDINGS;
  }
}
