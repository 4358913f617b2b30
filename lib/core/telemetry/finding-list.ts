import type { JsonPath } from '#core/json/json';
import { isShared, rootPlace, type SharedPlace, sharedPlace, shareFinding } from './finding-cache';
import type { Finding, FindingParams, RuleSetId } from './findings';
import type { Placement } from './wire-format';

/**
 * Limit of findings of one severity for one event.
 * A page can send an array of a million wrong items: the first hundred are enough for a user.
 */
const MAX_LISTED = 100;

type Problem = Pick<Finding, 'severity' | 'code' | 'params'>;

/** The problem of a field, and what distinguishes it from others of the same field and code. */
interface FieldProblem {
  readonly severity: Finding['severity'];
  readonly code: Finding['code'];
  readonly field: object;
  /** The value, or the key, that the parameters are made from. */
  readonly variant: string;
}

const NOTHING: readonly Finding[] = [];

/** Leaves a path unchanged. */
const NO_PLACEMENT: Placement = { key: '', toEventPath: (path) => path };

/**
 * Collects findings during a walk over a value, and tracks the current path.
 * A class, as one is created for every event.
 */
export class FindingList {
  readonly #ruleSet: RuleSetId;
  readonly #placement: Placement;
  readonly #here: (string | number)[] = [];
  /** Steps of the present place that no definition names: indexes, and keys of maps. */
  readonly #openSteps: (string | number)[] = [];
  #findings: Finding[] | null = null;
  readonly #counts = { error: 0, warning: 0, info: 0 };
  /** The shared location of the open steps, once a finding needed it; `null` if its findings are not shared. */
  #place: SharedPlace | null | undefined;
  #firstUnlisted: Finding | null = null;

  constructor(ruleSet: RuleSetId, placement = NO_PLACEMENT) {
    this.#ruleSet = ruleSet;
    this.#placement = placement;
  }

  /** Steps into a field; `leave` steps out again. */
  enter(name: string): void {
    this.#here.push(name);
  }

  leave(): void {
    this.#here.pop();
  }

  /** Steps into an item, or into a field that no definition names; `leaveOpen` steps out again. */
  enterOpen(step: string | number): void {
    this.#here.push(step);
    this.#openSteps.push(step);
    this.#place = undefined;
  }

  leaveOpen(): void {
    this.#here.pop();
    this.#openSteps.pop();
    this.#place = undefined;
  }

  /** Adds a finding at the present place. The parameters are made only when the finding is listed. */
  add(severity: Finding['severity'], code: Finding['code'], params: () => FindingParams): void {
    if (this.#isCountedOnly(severity)) return;
    this.#list(this.#create([...this.#here], { severity, code, params: params() }));
  }

  /** The same for a field. Findings that are alike are one object. */
  addOf({ severity, code, field, variant }: FieldProblem, params: () => FindingParams): void {
    this.#addShared({ severity, code, field, variant }, null, params);
  }

  /** The same for a key that the field does not list. */
  addAtKey({ severity, code, field, variant: key }: FieldProblem, params: () => FindingParams): void {
    this.#addShared({ severity, code, field, variant: key }, key, params);
  }

  addAt(path: JsonPath, problem: Problem): void {
    if (!this.#isCountedOnly(problem.severity)) this.#list(this.#create(path, problem));
  }

  /** Returns the findings in the order of the walk; the last one says how many are not listed. */
  all(): readonly Finding[] {
    const first = this.#firstUnlisted;
    if (first === null) return this.#findings ?? NOTHING;
    const unlisted = (count: number) => Math.max(0, count - MAX_LISTED);
    const { error, warning, info } = this.#counts;
    const notices = unlisted(warning) + unlisted(info);
    return [...(this.#findings ?? NOTHING), this.#createUnlisted(first, unlisted(error), notices)];
  }

  #createUnlisted(first: Finding, errors: number, notices: number): Finding {
    const create = (): Finding => {
      const params = unlistedParams(errors, notices);
      return { ruleSet: this.#ruleSet, severity: 'info', code: first.code, path: first.path, params };
    };
    if (!isShared(first)) return create();
    const place = rootPlace(this.#ruleSet, this.#placement.key);
    return shareFinding({ owner: first, place, code: first.code, variant: `${errors} ${notices}` }, create);
  }

  #isCountedOnly(severity: Finding['severity']): boolean {
    this.#counts[severity] += 1;
    return this.#counts[severity] > MAX_LISTED && this.#firstUnlisted !== null;
  }

  #addShared(problem: FieldProblem, key: string | null, params: () => FindingParams): void {
    const { severity, code, field, variant } = problem;
    if (this.#isCountedOnly(severity)) return;
    const create = () =>
      this.#create(key === null ? [...this.#here] : [...this.#here, key], { severity, code, params: params() });
    if (this.#place === undefined) this.#place = sharedPlace(this.#ruleSet, this.#placement.key, this.#openSteps);
    const place = this.#place;
    this.#list(place === null ? create() : shareFinding({ owner: field, place, code, variant }, create));
  }

  #create(path: JsonPath, { severity, code, params }: Problem): Finding {
    return { ruleSet: this.#ruleSet, severity, code, path: this.#placement.toEventPath(path), params };
  }

  #list(finding: Finding): void {
    if (this.#counts[finding.severity] > MAX_LISTED) this.#firstUnlisted = finding;
    else if (this.#findings === null) this.#findings = [finding];
    else this.#findings.push(finding);
  }
}

function unlistedParams(errors: number, notices: number): FindingParams {
  if (notices === 0) return { reason: 'unlisted-errors', errors };
  return errors === 0 ? { reason: 'unlisted-notices', notices } : { reason: 'unlisted-findings', errors, notices };
}
