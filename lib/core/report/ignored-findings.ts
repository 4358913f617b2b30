import { formatPath, type JsonPath } from '#core/json/json';
import { formatPathPattern } from './finding-groups';
import type { ReportedFinding } from './reported-finding';

/** Selects findings by code, by path, or by both. */
export interface IgnoredFindings {
  /** A code, `rule set/code`, or `custom:NAME`. Any code by default. */
  readonly code?: string | undefined;
  /**
   * A path of the event or of the call, with all paths below it.
   * `*` stands for any item of a list. Any by default.
   */
  readonly path?: string | undefined;
}

/**
 * Whether a finding has the given code, and one of its paths is at the given path or below it.
 *
 * @param otherPath returns a second path of the finding. Called only if its own path does not match.
 */
export function isIgnored(
  { ruleSet, code, path }: Pick<ReportedFinding, 'ruleSet' | 'code' | 'path'>,
  ignored: IgnoredFindings,
  otherPath: () => JsonPath | null = () => null,
): boolean {
  const { code: ignoredCode, path: ignoredPath } = ignored;
  if (ignoredCode !== undefined && !hasCode(ruleSet, code, ignoredCode)) return false;
  if (ignoredPath === undefined) return true;
  if (hasPath(path, ignoredPath)) return true;
  const other = otherPath();
  return other !== null && hasPath(other, ignoredPath);
}

function hasPath(path: JsonPath, upper: string): boolean {
  return isAtOrBelow(formatPath(path), upper) || isAtOrBelow(formatPathPattern(path), upper);
}

function isAtOrBelow(path: string, upper: string): boolean {
  return path === upper || path.startsWith(`${upper}.`);
}

function hasCode(ruleSet: string, code: string, ignoredCode: string): boolean {
  return ignoredCode === code || ignoredCode === ruleSet || ignoredCode === `${ruleSet}/${code}`;
}
