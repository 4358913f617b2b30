import type { JsonObject } from '#core/json/json';
import { type CompiledDefinition, compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { findField } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import { pathInEvent } from '#core/telemetry/wire-format';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { appendItems } from '#core/util/lists';
import { isTimely } from '../hints/event-time';
import { hintPaths } from '../hints/value-hints';
import { DEFAULT_PIPELINE, type PipelineName } from '../ingestion/ingestion-profiles';
import { createIngestionSchema } from '../ingestion/ingestion-schemas';
import { isKnownClean } from '../privacy/secrets-in-event';
import { receiptTimeOf } from '../receipt-time';
import type { RuleSetName } from '../rule-set-names';
import { EventTemplates } from './event-templates';
import {
  exactValue,
  fieldRule,
  freeValue,
  nestRule,
  ruleOfField,
  ruleOfFields,
  ruleOfSchema,
  ShapeNode,
  type ValueRole,
  type ValueRule,
} from './shape-node';
import { type EventSlots, SlotFinder } from './slot-finder';

/**
 * Limit of the size of an event.
 * Longer events rarely repeat a shape, and may exceed the limit of the pipeline.
 */
const MAX_TEXT_BYTES = 32 * 1024;
/** Approximate memory of a finding, with its sentence and its JSON. */
const FINDING_BYTES = 500;
const LINE_FEED = 0x0a;
/** Number of new shapes after which known ones are considered rare. */
const MAX_NEW_SHAPES = 300;
/** Number of new shapes that one known shape cancels. */
const NEW_PER_KNOWN = 4;
/** If known shapes are rare, one of this many blocks is searched. */
const RARE_BLOCKS = 16;

/** A checked event, as part of the value that was parsed. */
interface CheckedEvent {
  /** The value of the whole text: the event, or an object with the event in a field. */
  readonly json: JsonObject;
  readonly field: 'event' | null;
  readonly kind: EventKind;
  /** Number of findings of the event. */
  readonly findings: number;
  /** Whether the text is known to contain no secret. */
  readonly isClean: boolean;
}

/**
 * Finds the outcome of an earlier event of the same shape, so that most events need no parsing.
 * The shape is the JSON text without the values that no rule reads: ids, times, free texts. A program writes its
 * events in one or a few shapes.
 *
 * @template Outcome depends on the findings of an event without secrets only.
 */
export class KnownShapes<Outcome> {
  readonly templates: EventTemplates<Outcome>;
  readonly #defaultReceivedAt: number | null;
  readonly #ruleSets: readonly RuleSetName[];
  readonly #pipeline: PipelineName;
  readonly #finder = new SlotFinder();
  readonly #nodes = new Map<string, ShapeNode>();
  #newShapes = 0;
  #blocks = 0;

  /**
   * @param ruleSets must pass {@link canUseShapes}.
   * @param pipeline the pipeline with the schemas of the rule set `ingestion`.
   * @param defaultReceivedAt epoch milliseconds of receipt for events without it.
   */
  constructor(
    ruleSets: readonly RuleSetName[],
    pipeline: PipelineName = DEFAULT_PIPELINE,
    defaultReceivedAt: number | null = null,
  ) {
    this.#ruleSets = ruleSets;
    this.#pipeline = pipeline;
    this.#defaultReceivedAt = defaultReceivedAt;
    this.templates = new EventTemplates(defaultReceivedAt);
  }

  /** Counts a block. Returns false for most blocks if shapes rarely repeat. */
  shouldSearchNextBlock(): boolean {
    this.#blocks += 1;
    return this.#newShapes < MAX_NEW_SHAPES || this.#blocks % RARE_BLOCKS === 0;
  }

  /**
   * Returns the outcome of an event of the same shape, or `null`.
   *
   * @param bytes valid UTF-8. The text is a line, and `to` is the offset of its line feed.
   */
  find(bytes: Uint8Array, from: number, to: number): Outcome | null {
    if (bytes[to] !== LINE_FEED || to - from > MAX_TEXT_BYTES) return null;
    const outcome = this.templates.find(bytes, from, to);
    if (outcome === null) this.#newShapes = Math.min(MAX_NEW_SHAPES, this.#newShapes + 1);
    else this.#newShapes = Math.max(0, this.#newShapes - NEW_PER_KNOWN);
    return outcome;
  }

  /** Stores the outcome of a text that {@link find} does not know. */
  store(bytes: Uint8Array, from: number, to: number, event: CheckedEvent, outcome: Outcome): void {
    if (bytes[to] !== LINE_FEED || to - from > MAX_TEXT_BYTES) return;
    if (!event.isClean && !isKnownClean(event.json)) return;
    // Not `slice`, which does not copy a `Buffer`.
    const text = Uint8Array.from(bytes.subarray(from, to + 1));
    const slots = this.#finder.find(text, this.#nodeOf(event));
    if (slots === null || !this.#canVaryInAge(event, slots)) return;
    this.templates.store(text.subarray(0, -1), slots, outcome, event.findings * FINDING_BYTES);
  }

  /**
   * Whether the shape can be used for other ages.
   * Its events must have times in slots, and no hint about the age.
   */
  #canVaryInAge({ json, field }: CheckedEvent, { slots }: EventSlots): boolean {
    if (!this.#ruleSets.includes('hints')) return true;
    const event = (field === null ? json : json[field]) as JsonObject;
    const eventReceivedAt = receiptTimeOf(event, MIN_TIMESTAMP_MS);
    const receivedAt = eventReceivedAt ?? this.#defaultReceivedAt;
    if (receivedAt === null) return true;
    const hasSlot = (role: ValueRole) => slots.some((slot) => slot.role === role);
    const receiptRole = typeof event.syncts === 'number' ? 'syncts' : '@timestamp';
    const isReceiptRead = eventReceivedAt === null || hasSlot(receiptRole);
    return hasSlot('ets') && isReceiptRead && isTimely(Number(event.ets), receivedAt);
  }

  #nodeOf({ kind, field }: CheckedEvent): ShapeNode {
    const name = `${field} ${kind}`;
    const node = this.#nodes.get(name) ?? createKindNode(kind, field, this.#ruleSets, this.#pipeline);
    this.#nodes.set(name, node);
    return node;
  }
}

/** The rule sets whose read values are known. */
const shapedRuleSets: readonly RuleSetName[] = ['definition', 'envelope', 'privacy', 'ingestion', 'hints'];

/** Whether events of one shape have the same findings by these rule sets. */
export function canUseShapes(ruleSets: readonly RuleSetName[]): boolean {
  return ruleSets.every((name) => shapedRuleSets.includes(name));
}

let envelopeRule: ValueRule | null = null;

/**
 * Returns the shape node of the events of a kind. Events of one shape have the same findings.
 *
 * @param field the field of an object that contains the event. The rest of the object belongs to the shape. `null` if
 *   the event is the whole value.
 */
function createKindNode(
  kind: EventKind,
  field: string | null,
  ruleSets: readonly RuleSetName[],
  pipeline: PipelineName,
): ShapeNode {
  envelopeRule ??= ruleOfFields(envelopeFields());
  const parts = [nestRule(['eid'], exactValue), nestRule(['mid'], { ...freeValue, role: 'mid' })];
  const rules = [envelopeRule, ...parts, ...definitionRules(compiledOf(kind))];
  if (ruleSets.includes('hints')) appendItems(rules, hintRules);
  if (ruleSets.includes('ingestion')) rules.push(ruleOfSchema(createIngestionSchema(kind, pipeline)));
  return new ShapeNode(field === null ? rules : rules.map((rule) => fieldRule(field, rule)));
}

/** The values that hints read. */
const hintRules: readonly ValueRule[] = [
  nestRule(['ets'], { ...freeValue, role: 'ets', narrowing: 'time' }),
  nestRule(['syncts'], { ...freeValue, role: 'syncts', narrowing: 'time' }),
  nestRule(['@timestamp'], { ...freeValue, role: '@timestamp', narrowing: 'stamp' }),
  ...hintPaths.duration.map((path) => nestRule(path, { ...freeValue, narrowing: 'duration' })),
  ...hintPaths.name.map((path) => nestRule(path, { ...freeValue, narrowing: 'name' })),
  // These fields identify a whole event in the data of another event.
  nestRule(['edata', 'eid'], exactValue),
  nestRule(['edata', 'edata'], exactValue),
];

/** Returns the rules of a definition for each path at which the event may have an argument. */
function definitionRules(compiled: CompiledDefinition): readonly ValueRule[] {
  const { mappings, fields, definition } = compiled;
  const nested = mappings.flatMap(({ argument, event }) => {
    const [, field] = argument;
    // See `unwrapNested` in `wire-format.ts`.
    return field === undefined ? [] : [{ argument, event: [...event, field] }];
  });
  const allMappings = [...mappings, ...nested];
  const argumentRules = allMappings.flatMap(({ argument, event }) => {
    const field = findField(fields, argument);
    return field === null ? [] : [nestRule(event, ruleOfField(field))];
  });
  const readPaths = (definition.rules ?? []).flatMap((rule) => rule.reads);
  const exactRules = readPaths.flatMap((path) =>
    allMappings.map((mapping) => nestRule(pathInEvent(path.split('.'), [mapping]).map(String), exactValue)),
  );
  return [...argumentRules, ...exactRules];
}
