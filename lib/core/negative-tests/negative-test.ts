import type { Json, JsonObject, JsonPath } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/** A finding without the parameters of its message. */
export type ExpectedFinding = Pick<Finding, 'ruleSet' | 'severity' | 'code' | 'path'>;

/** A change of a valid event that makes it invalid, as plain data. */
export type Mutation =
  | { readonly type: 'omitted'; readonly path: JsonPath }
  | { readonly type: 'replaced'; readonly path: JsonPath; readonly value: Json }
  /** The new name of the field, `to`, differs only in case. */
  | { readonly type: 'renamed'; readonly path: JsonPath; readonly to: string }
  | { readonly type: 'extra-field'; readonly path: JsonPath }
  | { readonly type: 'extra-argument'; readonly path: JsonPath }
  /** Several valid values that contradict each other. */
  | { readonly type: 'contradiction'; readonly values: Readonly<Record<string, Json | undefined>> };

/** A draft with exactly one violation of the rules of a kind. */
export interface NegativeTest {
  readonly kind: EventKind;
  /** The violated definition: that of the kind, or that of the envelope of all events. */
  readonly part: 'definition' | 'envelope';
  readonly mutation: Mutation;
  /** The call by argument names, with `options` if the violation is in the envelope. */
  readonly draft: JsonObject;
  /** All expected findings. That of the mutation is the last. */
  readonly expected: readonly ExpectedFinding[];
  /** Findings of the envelope about the same defect, if the SDK does not change the argument. */
  readonly echo: readonly ExpectedFinding[];
  /** Whether the call affects later events of the SDK, as `object.id` of `start` and `options` do. */
  readonly changesSdkState: boolean;
}
