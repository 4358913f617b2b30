import { SEVERITIES } from '#core/telemetry/findings';
import * as z from '#core/util/zod';
import type { IgnoredFindings } from './ignored-findings';

/** The severities that a policy can give: `off` omits the findings. */
export const policySeverities = [...SEVERITIES, 'off'] as const;

/** One of {@link policySeverities}. */
export type PolicySeverity = (typeof policySeverities)[number];

/** A team's policy for findings. Plain data, which can be stored and passed to a worker thread. */
export interface FindingPolicy {
  /** Severities by `rule set/code`, by `custom:NAME`, or by code, in this order of precedence. */
  readonly severities: Readonly<Record<string, PolicySeverity>>;
  readonly ignore: readonly IgnoreRule[];
}

/** A rule to ignore findings. A finding must match every given part. */
export interface IgnoreRule extends IgnoredFindings {
  /** A filter of the panel's filter language. */
  readonly filter?: string | undefined;
  /**
   * Why the finding is ignored.
   * Empty in a rule of the panel until the user enters a reason. Required in a configuration.
   */
  readonly reason: string;
  /**
   * Host of the page, with its port; empty for events without a page.
   * Used by the panel only. Any by default.
   */
  readonly site?: string | undefined;
}

/**
 * Whether a rule would ignore every finding of every event.
 * An empty path is the path of the event itself.
 */
export function isEmptyIgnoreRule({ code, path, filter = '' }: Omit<IgnoreRule, 'reason'>): boolean {
  return code === undefined && path === undefined && filter.trim() === '';
}

/** The policy of a user who has changed nothing. */
export const noPolicy: FindingPolicy = { severities: {}, ignore: [] };

/** Limit of the rules, so that the list stays manageable. The oldest are dropped first. */
export const MAX_IGNORE_RULES = 500;

/** Limit of a code, a path, a filter or a reason. Browsers limit the size of an extension's settings. */
export const MAX_POLICY_TEXT_CHARS = 1000;

const shortText = z.string().check(z.maxLength(MAX_POLICY_TEXT_CHARS));
const optionalText = z.optional(shortText);
const policySchema = z.object({
  severities: z.record(shortText, z.enum(policySeverities)),
  ignore: z
    .array(
      z.object({ code: optionalText, path: optionalText, filter: optionalText, reason: shortText, site: optionalText }),
    )
    .check(z.maxLength(MAX_IGNORE_RULES)),
});

/** Reads a stored policy. Returns the default for a damaged one. */
export function parsePolicy(stored: unknown): FindingPolicy {
  const parsed = policySchema.safeParse(stored);
  return parsed.success ? parsed.data : noPolicy;
}
