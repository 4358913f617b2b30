import type { JSX } from 'preact';
import type { JsonPath } from '#core/json/json';
import type { JsonNode } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';

/** Props of every part of a form: the draft and the callbacks that change it. */
export interface FormPart {
  readonly text: string;
  /** Findings with their paths in the draft. */
  readonly findings: readonly Finding[];
  /** Entered texts that are not valid JSON yet, by path key. */
  readonly pending: Readonly<Record<string, string>>;
  readonly showsOptional: boolean;
  /** Changes the text. Edits with the same `editKey` and without a pause are undone in one step. */
  readonly onEdit: (change: (text: string) => string, editKey: string) => void;
  /** Returns the fix of a finding, or `null` if no fix is certain. Unset if the form offers no fixes. */
  readonly getFix?: ((finding: Finding) => FormFix | null) | undefined;
  /** Returns further values of a field, beside those of its definition. Unset if there are none. */
  readonly moreValuesOf?: ((path: JsonPath) => readonly string[]) | undefined;
  /** Stores input that is not valid JSON yet, by path key. `null` discards the input. */
  readonly onPending: (key: string, input: string | null) => void;
  /** Renders the fields of an object in this form. Passed in because forms contain fields, which contain forms. */
  readonly renderFields: (fields: readonly Field[], node: JsonNode | null, path: JsonPath) => JSX.Element;
}

/** A likely fix of a finding. */
export interface FormFix {
  /** The JSON of the fixed field. */
  readonly text: string;
  readonly onApply: () => void;
}

/** Props of a control: its field, its path and its value. */
export interface ControlProps {
  readonly part: FormPart;
  readonly field: Field;
  readonly path: JsonPath;
  /** `null` if the draft does not contain the field. */
  readonly node: JsonNode | null;
  /** Names of the object's fields in the order of the definition. Empty for an item of a list. */
  readonly order: readonly string[];
  readonly id: string;
  /** The accessible name: the whole path. */
  readonly name: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}
