import { isJsonObject, type Json } from '#core/json/json';
import { checkCall, checkEvent } from '#core/rules/default-rule-sets';
import { compiledOf, fieldsOf } from '#core/telemetry/compiled';
import { parseDraft, sampleDraft } from '#core/telemetry/draft';
import { fieldsOfOptions } from '#core/telemetry/envelope';
import { type EventKind, isEventKind } from '#core/telemetry/kinds';
import { readWireArguments } from '#core/telemetry/wire-format';
import type { PanelRules } from './draft-rules';

/** The telemetry definitions, as the panel uses them. */
export const panelRules: PanelRules = {
  validateCall: checkCall,
  validateEvent: checkEvent,
  parseDraft,
  sampleDraft,
  argumentNames: (method: string) => (isEventKind(method) ? compiledOf(method).argumentNames : []),
  argumentsOfEvent: (kind: EventKind, event: Json) =>
    isJsonObject(event) ? readWireArguments(compiledOf(kind).mappings, event).args : {},
  fieldsOf,
  optionFields: fieldsOfOptions,
};
