import { SEVERITIES } from '#core/telemetry/findings';
import * as z from '#core/util/zod';
import type { IgnoredFindings } from './ignored-findings';

/** The severities that a policy can give: `off` omits the findings. */
export const policySeverities = [...SEVERITIES, 'off'] as const;

/** One of {@link policySeverities}. */
export type PolicySeverity = (typeof policySeverities)[number];

/** A team's policy for findings: plain data, so that it can be stored, and passed to a worker thread. */
export interface FindingPolicy {
  /** By code, by `rule set/code`, which goes first, or by `custom:NAME`. */
  readonly severities: Readonly<Record<string, PolicySeverity>>;
  readonly ignore: readonly IgnoreRule[];
}

/** A finding that matches every given part does not count. */
export interface IgnoreRule extends IgnoredFindings {
  /** Events that the panel's filter language names. */
  readonly filter?: string | undefined;
  /** Empty in rules that the panel made from a finding, until the user writes one. A configuration has none without it. */
  readonly reason: string;
  /** Host of the page, with its port; empty for events that are of no page. Only the panel knows it. Any by default. */
  readonly site?: string | undefined;
}

/** The policy of a user who has changed nothing. */
export const noPolicy: FindingPolicy = { severities: {}, ignore: [] };

/** A list that is still looked through; older rules go first. */
export const MAX_IGNORE_RULES = 500;

/** Of a code, a path, a filter or a reason. */
export const MAX_POLICY_TEXT_CHARS = 1000;

const text = z.string().check(z.maxLength(MAX_POLICY_TEXT_CHARS));
const part = z.optional(text);
const policySchema = z.object({
  severities: z.record(text, z.enum(policySeverities)),
  ignore: z
    .array(z.object({ code: part, path: part, filter: part, reason: text, site: part }))
    .check(z.maxLength(MAX_IGNORE_RULES)),
});

/** Reads a stored policy; a damaged one counts as none. */
export function parsePolicy(stored: unknown): FindingPolicy {
  const parsed = policySchema.safeParse(stored);
  return parsed.success ? parsed.data : noPolicy;
}
