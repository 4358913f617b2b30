import type { Json } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';
import type { Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { MessageText } from '#core/util/message';
import type { Result } from '#core/util/result';
import type { ArgumentRules } from './draft-of-record';

/** Why a draft cannot be fired. */
export interface DraftProblem {
  readonly message: MessageText;
  /** Offset in the text, from 0; absent for the whole text. */
  readonly offset?: number;
}

/** Functions of the definitions that the composer uses. */
export interface DraftRules {
  /** Parses the arguments of a draft, in the method's order. */
  readonly parseDraft: (kind: EventKind, text: string) => Result<readonly Json[], DraftProblem>;
  readonly validateCall: (kind: EventKind, args: readonly Json[]) => Verdict;
  /** Returns a valid draft: JSON text keyed by argument name. */
  readonly sampleDraft: (kind: EventKind) => string;
}

/** Functions of the definitions that the panel uses. */
export interface PanelRules extends DraftRules, ArgumentRules {
  /** Returns the fields of a kind's arguments, in order. */
  readonly fieldsOf: (kind: EventKind) => readonly Field[];
  /** Returns the fields of the SDKs' own `options`. */
  readonly optionFields: () => readonly Field[];
  readonly validateEvent: (event: Json) => Verdict;
}
