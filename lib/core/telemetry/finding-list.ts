import type { JsonPath } from '#core/json/json';
import type { Finding, FindingParams, RuleSetId } from './findings';

/**
 * Most findings of one severity that are listed for one event.
 * A page can send an array of a million wrong items: the first hundred say all that a user can use.
 */
const MAX_LISTED = 100;

type Problem = Pick<Finding, 'severity' | 'code' | 'params'>;

/**
 * Collects findings while a value is walked, and knows where the walk is.
 * A class, as one is made for every event.
 */
export class FindingList {
  readonly #ruleSet: RuleSetId;
  readonly #here: (string | number)[] = [];
  readonly #findings: Finding[] = [];
  readonly #counts = { error: 0, warning: 0, info: 0 };
  #firstUnlisted: Finding | null = null;

  constructor(ruleSet: RuleSetId) {
    this.#ruleSet = ruleSet;
  }

  /** Steps into a field or an item; `leave` steps out again. */
  enter(step: string | number): void {
    this.#here.push(step);
  }

  leave(): void {
    this.#here.pop();
  }

  /** Adds a finding at the present place. The parameters are made only when the finding is listed. */
  add(severity: Finding['severity'], code: Finding['code'], params: () => FindingParams): void {
    if (this.#isCountedOnly(severity)) return;
    this.#list([...this.#here], { severity, code, params: params() });
  }

  addAt(path: JsonPath, problem: Problem): void {
    if (!this.#isCountedOnly(problem.severity)) this.#list(path, problem);
  }

  /** What was found, in the order of the walk; the last one says how many are not listed. */
  all(): readonly Finding[] {
    const first = this.#firstUnlisted;
    if (first === null) return this.#findings;
    const unlisted = (count: number) => Math.max(0, count - MAX_LISTED);
    const { error, warning, info } = this.#counts;
    const notices = unlisted(warning) + unlisted(info);
    const params = unlistedParams(unlisted(error), notices);
    return [
      ...this.#findings,
      { ruleSet: this.#ruleSet, severity: 'info', code: first.code, path: first.path, params },
    ];
  }

  #isCountedOnly(severity: Finding['severity']): boolean {
    this.#counts[severity] += 1;
    return this.#counts[severity] > MAX_LISTED && this.#firstUnlisted !== null;
  }

  #list(path: JsonPath, problem: Problem): void {
    const { severity, code, params } = problem;
    const finding = { ruleSet: this.#ruleSet, severity, code, path, params };
    if (this.#counts[severity] <= MAX_LISTED) this.#findings.push(finding);
    else this.#firstUnlisted = finding;
  }
}

function unlistedParams(errors: number, notices: number): FindingParams {
  if (notices === 0) return { reason: 'unlisted-errors', errors };
  return errors === 0 ? { reason: 'unlisted-notices', notices } : { reason: 'unlisted-findings', errors, notices };
}
