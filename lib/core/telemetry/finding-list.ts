import type { JsonPath } from '#core/json/json';
import { type CacheNode, isShared, nodeAtPath, nodeOfRuleSet, shareFinding } from './finding-cache';
import type { Finding, FindingParams, RuleSetId } from './findings';
import type { ArgumentLayout } from './wire-format';

/**
 * Limit of findings of one severity for one event.
 * A page can send an array of a million invalid items. A user needs only the first hundred.
 */
export const MAX_LISTED = 100;

type Violation = Pick<Finding, 'severity' | 'code' | 'params'>;

/** The violation of a field's definition. Violations with equal field, code and variant are equal. */
interface FieldViolation {
  readonly severity: Finding['severity'];
  readonly code: Finding['code'];
  readonly field: object;
  /** The value or the key that determines the parameters. */
  readonly variant: string;
}

const NO_FINDINGS: readonly Finding[] = [];

/** Leaves a path unchanged. */
const UNMAPPED_LAYOUT: ArgumentLayout = { key: '', toEventPath: (path) => path };

/**
 * Collects findings during a walk over a value, and tracks the current path.
 * A class for speed, because one is created for every event.
 */
export class FindingList {
  readonly #ruleSet: RuleSetId;
  readonly #argumentLayout: ArgumentLayout;
  readonly #path: (string | number)[] = [];
  /** Steps of the current path that are not in the definition: indexes, and keys of maps. */
  readonly #openSteps: (string | number)[] = [];
  #findings: Finding[] | null = null;
  readonly #counts = { error: 0, warning: 0, info: 0 };
  /** Cached node of the open steps; `null` if its findings are not shared, `undefined` if not computed. */
  #node: CacheNode | null | undefined;
  #firstUnlisted: Finding | null = null;

  constructor(ruleSet: RuleSetId, argumentLayout = UNMAPPED_LAYOUT) {
    this.#ruleSet = ruleSet;
    this.#argumentLayout = argumentLayout;
  }

  /** Enters a field of the definition. Call `leave` to return. */
  enter(name: string): void {
    this.#path.push(name);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Enters an item, or a field that is not in the definition. Call `leaveOpen` to return. */
  enterOpen(step: string | number): void {
    this.#path.push(step);
    this.#openSteps.push(step);
    this.#node = undefined;
  }

  leaveOpen(): void {
    this.#path.pop();
    this.#openSteps.pop();
    this.#node = undefined;
  }

  /** Adds a finding at the current path. The parameters are created only if the finding is listed. */
  add(severity: Finding['severity'], code: Finding['code'], params: () => FindingParams): void {
    if (this.#isCountedOnly(severity)) return;
    this.#list(this.#create([...this.#path], { severity, code, params: params() }));
  }

  /** Adds a finding of a field. Equal findings share one object. */
  addForField({ severity, code, field, variant }: FieldViolation, params: () => FindingParams): void {
    this.#addShared({ severity, code, field, variant }, null, params);
  }

  /** Adds a finding of a key that the field does not list. */
  addForKey({ severity, code, field, variant: key }: FieldViolation, params: () => FindingParams): void {
    this.#addShared({ severity, code, field, variant: key }, key, params);
  }

  addAt(path: JsonPath, violation: Violation): void {
    if (!this.#isCountedOnly(violation.severity)) this.#list(this.#create(path, violation));
  }

  /**
   * Returns the findings in the order of the walk.
   * The last finding has the number of unlisted findings, if any.
   */
  all(): readonly Finding[] {
    const first = this.#firstUnlisted;
    if (first === null) return this.#findings ?? NO_FINDINGS;
    const unlisted = (count: number) => Math.max(0, count - MAX_LISTED);
    const { error, warning, info } = this.#counts;
    const notices = unlisted(warning) + unlisted(info);
    return [...(this.#findings ?? NO_FINDINGS), this.#createUnlisted(first, unlisted(error), notices)];
  }

  #createUnlisted(first: Finding, errors: number, notices: number): Finding {
    const create = () => toUnlistedFinding(first, errors, notices);
    if (!isShared(first)) return create();
    const node = nodeOfRuleSet(this.#ruleSet, this.#argumentLayout.key);
    return shareFinding({ owner: first, node, code: first.code, variant: `${errors} ${notices}` }, create);
  }

  #isCountedOnly(severity: Finding['severity']): boolean {
    this.#counts[severity] += 1;
    return this.#counts[severity] > MAX_LISTED && this.#firstUnlisted !== null;
  }

  #addShared(violation: FieldViolation, key: string | null, params: () => FindingParams): void {
    const { severity, code, field, variant } = violation;
    if (this.#isCountedOnly(severity)) return;
    const create = () =>
      this.#create(key === null ? [...this.#path] : [...this.#path, key], { severity, code, params: params() });
    if (this.#node === undefined) this.#node = nodeAtPath(this.#ruleSet, this.#argumentLayout.key, this.#openSteps);
    const node = this.#node;
    this.#list(node === null ? create() : shareFinding({ owner: field, node, code, variant }, create));
  }

  #create(path: JsonPath, { severity, code, params }: Violation): Finding {
    return { ruleSet: this.#ruleSet, severity, code, path: this.#argumentLayout.toEventPath(path), params };
  }

  #list(finding: Finding): void {
    if (this.#counts[finding.severity] > MAX_LISTED) this.#firstUnlisted = finding;
    else if (this.#findings === null) this.#findings = [finding];
    else this.#findings.push(finding);
  }
}

/** Returns a finding with the number of findings beyond {@link MAX_LISTED}, at the path of the first of them. */
export function toUnlistedFinding(first: Finding, errors: number, notices = 0): Finding {
  return { ...first, severity: 'info', params: unlistedParams(errors, notices) };
}

function unlistedParams(errors: number, notices: number): FindingParams {
  if (notices === 0) return { reason: 'unlisted-errors', errors };
  return errors === 0 ? { reason: 'unlisted-notices', notices } : { reason: 'unlisted-findings', errors, notices };
}
