import type { InputContents, InputItem } from '#core/formats/input-contents';
import { findInputContents, itemContents, parseInputContents } from '#core/formats/input-items';
import { recordContents } from '#core/formats/read/capture-contents';
import { createHarReader, noTelemetryRemark } from '#core/formats/read/har-contents';
import { positionOfFault } from '#core/formats/read/input-reader';
import type { InputStep } from '#core/formats/read/read-parts';
import { SkippedParts } from '#core/formats/read/skipped-parts';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { readJson } from '#core/json/json-reader';
import { hasMoreValuesThan, MAX_JSON_VALUES, parseShortJson, tooManyValuesMessage } from '#core/json/json-values';
import { englishText } from '#core/report/english-text';
import type { ReportedFinding } from '#core/report/reported-finding';
import { redactSecrets } from '#core/rules/checks';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import type { EventText } from '#core/rules/quick-check';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import type { Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { kindOfEvent } from '#core/telemetry/valid-event';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { type MessageText, message } from '#core/util/message';
import type { BatchFate, BlockFates } from './block-fates';
import { jsonFault } from './line-faults';
import type { ParsedLine } from './parsed-line';

/** The JSON text of an event. `text` is `null` if the text contains other items, too. */
export interface ItemText extends EventText {
  readonly text: string | null;
}

/** The outcome of an event that follows from its findings alone. */
export interface EventOutcome {
  readonly kind: EventKind;
  readonly verdict: Verdict['verdict'];
  readonly verdicts: RuleSetVerdicts;
  /** Whether the event has findings, including those that are not shown. */
  readonly hasFindings: boolean;
  readonly findings: readonly ReportedFinding[];
  /** The event's `mid`, with secrets redacted. */
  readonly mid: string | null;
  /** The field of the line's JSON that contains the event, or `null` if the line is the event. */
  readonly field: 'event' | null;
}

/** Receives items and faults in the order of the input. */
export interface ItemSink {
  /**
   * Adds an event of a known kind.
   * Returns its outcome, or `null` if the outcome depends on more than its findings.
   */
  readonly addEvent: (event: JsonObject, line: number, text: ItemText) => EventOutcome | null;
  readonly addItem: (item: InputItem, line: number) => void;
  /** Adds a finding about a part of the input that could not be read. */
  readonly addFault: (fault: ReportedFinding, line: number) => void;
}

type TextPart = Extract<InputStep, { text: string }>;
type ItemPart = Extract<TextPart, { type: 'item' }>;

/**
 * Fields of batches, HAR files and capture files.
 * An object with one of them is not treated as a plain event.
 */
const CONTAINER_FIELDS = ['events', 'event', 'data', 'log', 'records', 'info', 'item'] as const;
/** Fields of events. An object without any of them may be a row of a table. */
const EVENT_FIELDS = ['edata', 'context', 'actor'] as const;

/** Reads the lines and parts of one file, and finds their items. */
export class ItemReader {
  readonly #sink: ItemSink;
  readonly #fates: BlockFates | null;
  /** The HAR file that is being read. */
  #har: { readonly contentsOf: (entry: Json) => InputContents; entries: number; items: number } | null = null;
  readonly #skipped = new SkippedParts();
  #notes: string[] = [];
  /** Events of the batch that is being read, until the size of the batch and thus its fate is known. */
  #pendingEvents: { readonly json: Json; readonly part: TextPart; readonly text: ItemText }[] = [];
  #pendingBytes = 0;

  /** @param fates `null` unless fates are requested. */
  constructor(sink: ItemSink, fates: BlockFates | null) {
    this.#sink = sink;
    this.#fates = fates;
  }

  /** Returns the new sentences about the batches and files that contain the items. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** Returns the outcome of the line if it is an event. */
  readLine({ line, text, json, isClean, isBroken }: ParsedLine): EventOutcome | null {
    if (isBroken) this.#addJsonFault(line, 1, message('import.fault.invalidUtf8'));
    return this.#checkParsed({ type: 'text', line, column: 1, text }, json, isClean);
  }

  readStep(step: InputStep): void {
    switch (step.type) {
      case 'fault':
        this.#addJsonFault(step.line, step.column, step.fault);
        break;
      case 'skipped':
        this.#skipped.addLines(step.line, step.lines);
        break;
      case 'remark':
        this.#addNote(step.message);
        break;
      case 'end':
        this.#releaseEvents(null);
        this.#addNote(this.#skipped.textRemark());
        break;
      case 'begin':
        this.#releaseEvents(null);
        break;
      case 'around':
        this.#readPart(step);
        break;
      default:
        this.#checkText(step);
        break;
    }
  }

  #checkText(part: TextPart): void {
    const json = parseShortJson(part.text);
    this.#checkParsed(part, json, json !== undefined && isKnownCleanText(part.text));
  }

  /** @param json `undefined` if the text is too long to parse directly, or invalid. */
  #checkParsed(part: TextPart, json: Json | undefined, isClean: boolean): EventOutcome | null {
    if (json === undefined || (!isClean && isDeeperThan(json, MAX_JSON_DEPTH))) this.#readPart(part);
    else if (isBareEvent(part, json))
      return this.#sink.addEvent(json, part.line, { text: part.text, length: part.text.length, isClean });
    else return this.#readJson(part, json, isClean);
    return null;
  }

  #readPart(part: TextPart): void {
    // Merged files may have a byte order mark at any line.
    const text = withoutByteOrderMark(part.text);
    if (text !== part.text) {
      this.#checkText({ ...part, text });
      return;
    }
    if (hasMoreValuesThan(part.text, MAX_JSON_VALUES)) {
      this.#addJsonFault(part.line, part.column, tooManyValuesMessage());
      return;
    }
    const read = readJson(part.text);
    if (read.ok) this.#readJson(part, read.value, false);
    else {
      const { line, column } = positionOfFault(part, read.failure);
      this.#addJsonFault(line, column, read.failure.message);
    }
  }

  /**
   * Returns the outcome of the only event, if it is the value of the field `event`.
   * @param isClean whether the text certainly contains no secret.
   */
  #readJson(part: TextPart, json: Json, isClean: boolean): EventOutcome | null {
    const text = { text: part.text, length: part.text.length, isClean };
    switch (part.type) {
      case 'item':
        if (this.#fates === null) this.#addContents(this.#contentsOfItem(part.path, json), part.line, text);
        else if (part.path === 'events') this.#deferEvent(json, part, text, this.#fates);
        else this.#addRequest(part, this.#contentsOfItem(part.path, json), json, this.#fates);
        return null;
      case 'around':
        this.#closeArray(part, json);
        return null;
      case 'found': {
        const contents = findInputContents(json);
        if (contents === null) this.#skipped.addLines(part.line, part.text.split('\n').length);
        else this.#addContents(contents, part.line, text);
        return null;
      }
      default:
        return this.#readWhole(part, json, text);
    }
  }

  #readWhole(part: TextPart, json: Json, text: ItemText): EventOutcome | null {
    const contents = parseInputContents(json);
    const fates = this.#fates;
    if (fates !== null) {
      const batch = fates.predictBatch(json, Buffer.byteLength(part.text));
      fates.readIn(batch, () => this.#addContents(contents, part.line, text));
      return null;
    }
    const outcome = this.#addContents(contents, part.line, text);
    const isOnly = isJsonObject(json) && contents.items[0]?.json === json.event && contents.remarks.length === 0;
    return isOnly && outcome !== null ? { ...outcome, field: 'event' } : null;
  }

  #contentsOfItem(path: ItemPart['path'], json: Json): InputContents {
    if (path === 'records') return { items: [recordContents(json)], remarks: [] };
    // `events` may be a list of log entries, each with an event in a field.
    if (path === 'events' || path === 'all') return itemContents(json);
    this.#har ??= { contentsOf: createHarReader(), entries: 0, items: 0 };
    const contents = this.#har.contentsOf(json);
    this.#har.entries += 1;
    this.#har.items += contents.items.length;
    return contents;
  }

  /** Adds the contents of a batch, a HAR entry or a record of a capture file. */
  #addRequest({ path, line, text }: ItemPart, contents: InputContents, json: Json, fates: BlockFates): void {
    const read = { length: 0, text: null, isClean: false };
    // An entry without items may continue an earlier request, which would make the batch a duplicate of itself.
    const isOfBatch = path !== 'records' && contents.items.length > 0;
    const batch = isOfBatch ? fates.predictRequest(json, text) : fates.predictRecord(json);
    fates.readIn(batch, () => this.#addContents(contents, line, read));
  }

  #closeArray({ path, line }: Extract<TextPart, { type: 'around' }>, json: Json): void {
    if (path === 'log.entries') {
      const { entries = 0, items = 0 } = this.#har ?? {};
      if (items === 0) this.#addNote(noTelemetryRemark(entries));
      this.#har = null;
    }
    // The events of the batch were checked one by one, so one placeholder represents them in the wrapper.
    if (path === 'events') {
      const wrapper = withOneEvent(json);
      this.#releaseEvents(this.#fates?.predictBatch(wrapper, this.#pendingBytes) ?? null);
      this.#addNotes(itemContents(wrapper).remarks, line);
    }
  }

  /**
   * Defers an event to the end of its batch, when the size is known.
   * Stores at most the collector's limit.
   */
  #deferEvent(json: Json, part: TextPart, text: ItemText, fates: BlockFates): void {
    const bytes = this.#pendingBytes + Buffer.byteLength(part.text);
    this.#pendingEvents.push({ json, part, text });
    const refused = fates.refuseBatch(bytes);
    if (refused !== null) this.#releaseEvents(refused);
    this.#pendingBytes = bytes;
  }

  #releaseEvents(batch: BatchFate): void {
    const events = this.#pendingEvents;
    this.#pendingEvents = [];
    this.#pendingBytes = 0;
    this.#fates?.readIn(batch, () => {
      for (const { json, part, text } of events) this.#addContents(itemContents(json), part.line, text);
    });
  }

  /** Returns the outcome of the only item, if it is an event. */
  #addContents({ items, remarks }: InputContents, line: number, read: ItemText): EventOutcome | null {
    const text = items.length === 1 ? read : { ...read, text: null };
    this.#addNotes(remarks, line);
    let outcome: EventOutcome | null = null;
    for (const item of items) {
      if (item.isPart && this.#fates === null && isEventObject(item.json))
        outcome = this.#sink.addEvent(item.json, line, text);
      else this.#sink.addItem(item, line);
    }
    return items.length === 1 ? outcome : null;
  }

  #addJsonFault(line: number, column: number, reason: MessageText): void {
    // Events before the fault are added first.
    this.#releaseEvents(null);
    this.#sink.addFault(jsonFault(column, reason), line);
  }

  #addNotes(remarks: readonly MessageText[], line: number): void {
    for (const remark of remarks) this.#addNote(message('import.fault.line', { line: String(line), message: remark }));
  }

  #addNote(remark: MessageText | null): void {
    if (remark !== null) this.#notes.push(englishText(redactSecrets(remark)));
  }
}

function isEventObject(json: Json): json is JsonObject {
  return isJsonObject(json) && kindOfEvent(json) !== undefined;
}

/** Whether the JSON is a plain event: no batch, capture, HAR file or row of a table. */
function isBareEvent(part: TextPart, json: Json): json is JsonObject {
  if (part.type === 'item' ? part.path !== 'events' && part.path !== 'all' : part.type === 'around') return false;
  if (!isEventObject(json)) return false;
  for (const name of CONTAINER_FIELDS) if (json[name] !== undefined) return false;
  return EVENT_FIELDS.some((name) => json[name] !== undefined);
}

function withOneEvent(wrapper: Json): Json {
  const events = [{ eid: '', ets: 0 }];
  return typeof wrapper === 'object' && wrapper !== null ? { ...wrapper, events } : wrapper;
}
