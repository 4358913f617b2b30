import type { JsonObject, JsonPath } from '#core/json/json';
import type { Finding, Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { findingText } from './messages';

/**
 * A finding as a report shows it: with its sentence.
 * Its rule set and code are texts, as what reads a file has findings of its own (`format`), and rule sets of a team may
 * come.
 */
export interface ReportedFinding {
  readonly ruleSet: string;
  readonly severity: Severity;
  readonly code: string;
  readonly path: JsonPath;
  readonly params: JsonObject;
  /** In English. */
  readonly message: string;
  /** The page of the documentation that explains it, with its anchor, in the repository. */
  readonly page: string;
  /** It stands in the baseline: it is shown, and fails nothing. */
  readonly known?: true;
}

/** An item with its findings, as a report shows it. */
export interface ReportedItem {
  /** Its place among all items, from 0. */
  readonly index: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: EventKind | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly eid: string | null;
  readonly mid: string | null;
  readonly findings: readonly ReportedFinding[];
}

/** @param page where the documentation explains the finding. */
export function reportFinding(finding: Finding, page: string): ReportedFinding {
  const { ruleSet, severity, code, path, params } = finding;
  return { ruleSet, severity, code, path, params, message: findingText(finding), page };
}
