import { getOrCreateEntry } from '#core/util/get-or-create-entry';
import type { Finding, RuleSetId } from './findings';

/** Limit of the shared findings and nodes together. Real events have a few hundred different findings. */
const MAX_ENTRIES = 4_000;
/** Limit of a shared variant. Longer variants quote a long value, which rarely repeats. */
const MAX_VARIANT_CHARS = 150;
/**
 * Limit of the indexes of shared findings, because findings at later items rarely repeat.
 * Equals the limit of a list.
 */
const MAX_SHARED_INDEX = 100;

/** The shared findings of a rule set at all paths with the same indexes. */
export interface CacheNode {
  /** Findings by owner, code and variant. A joined key would be hashed again for each finding. */
  readonly findings: Map<object, Map<string, Map<string, Finding>>>;
  readonly items: Map<number, CacheNode>;
}

const roots = new Map<RuleSetId, Map<string, CacheNode>>();
let count = 0;

/** The identity of a finding. Findings with equal identities are equal. */
export interface FindingIdentity {
  /** The owner of the finding: a field of a definition, a node of a schema. */
  readonly owner: object;
  /** The node of the finding's path. */
  readonly node: CacheNode;
  readonly code: Finding['code'];
  /** The value or the key that determines the parameters. */
  readonly variant: string;
}

/** Returns the same object for equal findings, so that derived data can be cached, too. */
export function shareFinding({ owner, node, code, variant }: FindingIdentity, create: () => Finding): Finding {
  if (variant.length > MAX_VARIANT_CHARS) return create();
  const cached = node.findings.get(owner)?.get(code)?.get(variant);
  if (cached !== undefined) return cached;
  const created = create();
  getOrCreateEntry(getOrCreateEntry(node.findings, owner), code).set(variant, created);
  sharedFindings.add(created);
  count += 1;
  return created;
}

const sharedFindings = new WeakSet<Finding>();

/** Whether {@link shareFinding} may return the same object again. */
export function isShared(finding: Finding): boolean {
  return sharedFindings.has(finding);
}

/**
 * Returns the node of a rule set's findings at paths without indexes and map keys.
 *
 * @param argumentLayout key of the paths at which an event has the arguments.
 */
export function nodeOfRuleSet(ruleSet: RuleSetId, argumentLayout = ''): CacheNode {
  if (count >= MAX_ENTRIES) {
    roots.clear();
    count = 0;
  }
  return childNode(getOrCreateEntry(roots, ruleSet), argumentLayout);
}

/**
 * Returns the node of a rule set's findings, or `null` if they are not shared.
 * Findings at late items and at keys of maps are not shared.
 *
 * @param argumentLayout see {@link nodeOfRuleSet}.
 * @param openSteps the steps that the definition does not list: indexes and map keys.
 */
export function nodeAtPath(
  ruleSet: RuleSetId,
  argumentLayout: string,
  openSteps: readonly (string | number)[],
): CacheNode | null {
  let node = nodeOfRuleSet(ruleSet, argumentLayout);
  for (let index = 0; index < openSteps.length; index += 1) {
    const step = openSteps[index];
    if (typeof step !== 'number' || step > MAX_SHARED_INDEX) return null;
    node = childNode(node.items, step);
  }
  return node;
}

function childNode<Key>(nodes: Map<Key, CacheNode>, key: Key): CacheNode {
  let node = nodes.get(key);
  if (node === undefined) {
    node = { findings: new Map(), items: new Map() };
    nodes.set(key, node);
    count += 1;
  }
  return node;
}
