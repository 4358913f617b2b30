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
  /** Typed texts that are no JSON yet, by path key. */
  readonly pending: Readonly<Record<string, string>>;
  readonly showsOptional: boolean;
  /** Changes the text; what is typed under one `step` without a rest is undone at once. */
  readonly onEdit: (change: (text: string) => string, step: string) => void;
  /** Returns the fix of a finding, or `null` if there is no certain one; unset where fixes are not offered. */
  readonly fixOf?: ((finding: Finding) => FormFix | null) | undefined;
  /** Returns values of a field beside those of its definition; unset where there are none. */
  readonly moreValuesOf?: ((path: JsonPath) => readonly string[]) | undefined;
  readonly onPending: (key: string, typed: string | null) => void;
  /** Shows the fields of an object inside this form; handed in, as forms hold fields, which hold forms. */
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
  /** Null if the draft has nothing there. */
  readonly node: JsonNode | null;
  /** The names beside it in the order of the definition; empty for an item of a list. */
  readonly order: readonly string[];
  readonly id: string;
  /** The accessible name: the whole path. */
  readonly name: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
}
