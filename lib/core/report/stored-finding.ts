import type { Json } from '#core/json/json';
import type { Finding, FindingParams, FindingReason, Severity } from '#core/telemetry/findings';

type StoredParams = Omit<FindingParams, 'reason'> & Readonly<Record<string, Json>> & { readonly reason: string };

/**
 * A finding as files and the browser's database hold it.
 * Up to session version 1 it was its English sentence.
 */
export type StoredFinding = Omit<Finding, 'severity' | 'params'> & {
  readonly severity: Severity | 'notice';
  readonly params?: StoredParams;
  /** For people: with `params` it is not read back. */
  readonly message?: string;
  readonly allowed?: readonly string[];
};

/**
 * The finding of a file or database of any version.
 * A sentence that this version does not know stays as it is written there. The messages are handed in, as they are not
 * needed where only this version writes.
 */
export function fromStored(stored: StoredFinding, isKnown: (reason: string) => boolean = () => true): Finding {
  const { ruleSet, severity, code, path, params, message = '', allowed, ...more } = stored;
  const sentence: FindingParams = { reason: 'stored', text: message, ...(allowed ? { allowed } : {}) };
  const isReason = (reason: string): reason is FindingReason => isKnown(reason);
  return {
    ruleSet,
    severity: severity === 'notice' ? 'info' : severity,
    code,
    path,
    params: params && isReason(params.reason) ? { ...params, reason: params.reason } : sentence,
    ...more,
  };
}
