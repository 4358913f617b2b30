import type { CaptureDeps } from '../capture/capture';
import { isJsonObject, type Json } from '../json';
import { checkCall, checkEvent, withoutSecrets } from '../rules/checks';
import { batchOf } from '../telemetry/batch';
import { catalog } from '../telemetry/catalog';
import { compiledOf, fieldsOf } from '../telemetry/compiled';
import { readDraft, sampleDraft } from '../telemetry/draft';
import { fieldsOfOptions } from '../telemetry/envelope';
import { headlineOfCall, headlineOfEvent } from '../telemetry/headline';
import { type EventKind, isEventKind } from '../telemetry/kinds';
import { argumentsOnWire } from '../telemetry/wire';
import type { PanelRules } from './panel-model';

/** The telemetry definitions, as the panel and its capture ask for them. */
export const panelRules: PanelRules & CaptureDeps['rules'] = {
  validateCall: checkCall,
  validateEvent: checkEvent,
  headlineOfCall,
  headlineOfEvent,
  withoutSecrets,
  readDraft,
  sampleDraft,
  eventsOfBody: (body: Json) => batchOf(body)?.events ?? null,
  argumentNames: (method: string) => (isEventKind(method) ? compiledOf(method).argumentNames : []),
  argumentsOfEvent: (kind: EventKind, event: Json) =>
    isJsonObject(event) ? argumentsOnWire(compiledOf(kind).places, event).args : {},
  fieldsOf,
  optionFields: fieldsOfOptions,
  summaryOf: (kind: EventKind) => catalog[kind].summary,
};
