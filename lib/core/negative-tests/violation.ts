import type { Json, JsonObject, JsonPath } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/** A finding without its words. */
export type ExpectedFinding = Pick<Finding, 'ruleSet' | 'severity' | 'code' | 'path'>;

/** What is done to a valid event, as plain data. */
export type Mutation =
  | { readonly how: 'left-out'; readonly path: JsonPath }
  | { readonly how: 'value'; readonly path: JsonPath; readonly value: Json }
  /** A field under its name in other letters. */
  | { readonly how: 'renamed'; readonly path: JsonPath; readonly to: string }
  | { readonly how: 'extra-field'; readonly path: JsonPath }
  | { readonly how: 'extra-argument'; readonly path: JsonPath }
  /** Fields that are each right, and wrong together. */
  | { readonly how: 'together'; readonly values: Readonly<Record<string, Json | undefined>> };

/** One way to break the rules of a kind, and nothing but that. */
export interface Violation {
  readonly kind: EventKind;
  /** Whose rule it breaks: the kind's definition, or that of the envelope around every event. */
  readonly part: 'definition' | 'envelope';
  readonly wrong: Mutation;
  /** The call by argument names, with `options` beside them where the envelope is reached through those. */
  readonly draft: JsonObject;
  /** All that must be found, and nothing else. */
  readonly expected: readonly ExpectedFinding[];
  /** The same defect as the envelope says it, where the SDK lets the argument through as it is. */
  readonly echo: readonly ExpectedFinding[];
  /** It stays in the SDK after its own event: `object.id` from `start`, and whatever came as `options`. */
  readonly changesSdkState: boolean;
}
