import type { JsonPath } from '#core/json/json';
import type { Finding, RuleSet } from './findings';

/**
 * Most findings of one severity that are listed for one event. A page can send an array of a million wrong items:
 * the first hundred say all that a person can use.
 */
const MOST_LISTED = 100;

type Problem = Pick<Finding, 'severity' | 'code' | 'message' | 'allowed'>;

/** Collects findings while a value is walked, and knows where the walk is. A class, as one is made for every event. */
export class FindingList {
  readonly #ruleSet: RuleSet;
  readonly #here: (string | number)[] = [];
  readonly #findings: Finding[] = [];
  readonly #counts = { error: 0, notice: 0 };
  #firstUnlisted: Finding | null = null;

  constructor(ruleSet: RuleSet) {
    this.#ruleSet = ruleSet;
  }

  /** Steps into a field or an item; `leave` steps out again. */
  enter(step: string | number): void {
    this.#here.push(step);
  }

  leave(): void {
    this.#here.pop();
  }

  /** Adds a finding at the present place. The message is made only when the finding is listed. */
  add(
    severity: Finding['severity'],
    code: Finding['code'],
    message: () => string,
    allowed: readonly string[] | null = null,
  ): void {
    if (this.#isCountedOnly(severity)) return;
    this.#list([...this.#here], { severity, code, message: message(), ...(allowed ? { allowed } : {}) });
  }

  addAt(path: JsonPath, problem: Problem): void {
    if (!this.#isCountedOnly(problem.severity)) this.#list(path, problem);
  }

  /** What was found, in the order of the walk; the last one says how many are not listed. */
  all(): readonly Finding[] {
    const first = this.#firstUnlisted;
    if (first === null) return this.#findings;
    const [errors, notices] = [this.#counts.error, this.#counts.notice].map((n) => Math.max(0, n - MOST_LISTED));
    const message = `From here on, ${errors} more errors and ${notices} more notices are not listed.`;
    return [
      ...this.#findings,
      { ruleSet: this.#ruleSet, path: first.path, code: first.code, severity: 'notice', message },
    ];
  }

  #isCountedOnly(severity: Finding['severity']): boolean {
    this.#counts[severity] += 1;
    return this.#counts[severity] > MOST_LISTED && this.#firstUnlisted !== null;
  }

  #list(path: JsonPath, problem: Problem): void {
    const finding = { ruleSet: this.#ruleSet, path, ...problem };
    if (this.#counts[problem.severity] <= MOST_LISTED) this.#findings.push(finding);
    else this.#firstUnlisted = finding;
  }
}
