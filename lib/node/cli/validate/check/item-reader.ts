import type { InputContents, InputItem } from '#core/formats/input-contents';
import { findInputContents, parseInputContents, parseItemContents } from '#core/formats/input-items';
import { recordContents } from '#core/formats/read/capture-contents';
import { createHarReader, noTelemetryWarning } from '#core/formats/read/har-contents';
import { positionOfFault } from '#core/formats/read/input-reader';
import type { InputStep } from '#core/formats/read/read-parts';
import { SkippedParts } from '#core/formats/read/skipped-parts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
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
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { type MessageText, message } from '#core/util/message';
import { isBareEvent, isEventObject, type TextPart, withPlaceholderEvent } from './bare-event';
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

/** The text of an item that shares its text with other items. */
const NO_TEXT: ItemText = { length: 0, text: null, isClean: false };

type ItemPart = Extract<TextPart, { type: 'item' }>;

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
  /** Whether the items of the current list `events` are events. */
  #isBatch = true;

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
  readLine({ line, text, json, isClean, hasInvalidUtf8 }: ParsedLine): EventOutcome | null {
    if (hasInvalidUtf8) this.#addJsonFault(line, 1, message('import.fault.invalidUtf8'));
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
      case 'warning':
        this.#addNote(step.message);
        break;
      case 'end':
        this.#releaseEvents(null);
        this.#addNote(this.#skipped.textWarning());
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
    else if (isBareEvent(part, json) && (this.#fates === null || part.type !== 'item' || part.path === 'all')) {
      if (part.type === 'found') this.#skipped.addJson(part, true);
      return this.#sink.addEvent(json, part.line, { text: part.text, length: part.text.length, isClean });
    } else return this.#readJson(part, json, isClean);
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
    const parsed = readJson(part.text);
    if (parsed.ok) this.#readJson(part, parsed.value, false);
    else {
      const { line, column } = positionOfFault(part, parsed.failure);
      this.#addJsonFault(line, column, parsed.failure.message);
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
        if (this.#fates === null) this.#addContents(this.#readItemContents(part.path, json), part.line, text);
        else if (part.path === 'events') this.#deferEvent(json, part, text, this.#fates);
        else this.#addRequest(part, this.#readItemContents(part.path, json), json, this.#fates);
        return null;
      case 'around':
        this.#closeArray(part, json);
        return null;
      case 'found': {
        const contents = findInputContents(json);
        this.#skipped.addJson(part, contents !== null);
        if (contents === null) return null;
        if (this.#fates !== null)
          this.#addBatches(part, json, isJsonArray(json) ? findInputContents : () => contents, this.#fates);
        else this.#addContents(contents, part.line, text);
        return null;
      }
      default:
        return this.#readWhole(part, json, text);
    }
  }

  #readWhole(part: TextPart, json: Json, text: ItemText): EventOutcome | null {
    if (this.#fates !== null) {
      this.#addBatches(part, json, isJsonArray(json) ? parseItemContents : parseInputContents, this.#fates);
      return null;
    }
    const contents = parseInputContents(json);
    const outcome = this.#addContents(contents, part.line, text);
    const isFieldValue = isJsonObject(json) && contents.items[0]?.json === json.event && contents.warnings.length === 0;
    return isFieldValue && outcome !== null ? { ...outcome, field: 'event' } : null;
  }

  /** Adds the items of a batch, or of each batch of an array, with the fate of their batch. */
  #addBatches(
    { line, text }: TextPart,
    json: Json,
    contentsOf: (json: Json) => InputContents | null,
    fates: BlockFates,
  ): void {
    const batches = isJsonArray(json) ? json : [json];
    for (const batch of batches) {
      const contents = contentsOf(batch);
      if (contents === null) continue;
      const bytes = () => Buffer.byteLength(batch === json ? text : JSON.stringify(batch));
      const fate = fates.predictRequest(batch, bytes);
      fates.readIn(fate, () => this.#addContents(contents, line, NO_TEXT));
    }
  }

  #readItemContents(path: ItemPart['path'], json: Json): InputContents {
    if (path === 'records') return { items: [recordContents(json)], warnings: [] };
    if (path === 'events') return this.#readEventContents(json);
    if (path === 'all') return parseItemContents(json);
    this.#har ??= { contentsOf: createHarReader(), entries: 0, items: 0 };
    const contents = this.#har.contentsOf(json);
    this.#har.entries += 1;
    this.#har.items += contents.items.length;
    return contents;
  }

  /** Returns the contents of an item of `events`, which may be a log entry with an event in a field. */
  #readEventContents(json: Json): InputContents {
    const contents = parseItemContents(json);
    this.#isBatch &&= contents.items[0]?.json === json;
    return contents;
  }

  /** Adds the contents of a batch or a HAR entry. */
  #addRequest({ line, text }: ItemPart, contents: InputContents, json: Json, fates: BlockFates): void {
    // An entry without items may continue an earlier request, which would make the batch a duplicate of itself.
    const batch = contents.items.length === 0 ? null : fates.predictRequest(json, () => Buffer.byteLength(text));
    fates.readIn(batch, () => this.#addContents(contents, line, NO_TEXT));
  }

  #closeArray({ path, line }: Extract<TextPart, { type: 'around' }>, json: Json): void {
    if (path === 'log.entries') {
      const { entries = 0, items = 0 } = this.#har ?? {};
      if (items === 0) this.#addNote(noTelemetryWarning(entries));
      this.#har = null;
    }
    // The events of the batch were checked one by one, so one placeholder represents them in the wrapper.
    if (path === 'events') {
      const wrapper = withPlaceholderEvent(json);
      this.#releaseEvents(this.#fates?.predictBatch(wrapper, () => this.#pendingBytes) ?? null);
      if (this.#isBatch) this.#addNotes(parseItemContents(wrapper).warnings, line);
      this.#isBatch = true;
    }
  }

  /**
   * Defers an event to the end of its batch, when the size is known.
   * Stores at most the collector's limit.
   */
  #deferEvent(json: Json, part: TextPart, text: ItemText, fates: BlockFates): void {
    const bytes = this.#pendingBytes + Buffer.byteLength(part.text);
    this.#pendingEvents.push({ json, part, text });
    const rejection = fates.rejectBatch(bytes);
    if (rejection !== null) this.#releaseEvents(rejection);
    this.#pendingBytes = bytes;
  }

  #releaseEvents(batch: BatchFate): void {
    const events = this.#pendingEvents;
    this.#pendingEvents = [];
    this.#pendingBytes = 0;
    this.#fates?.readIn(batch, () => {
      for (const { json, part, text } of events) this.#addContents(this.#readEventContents(json), part.line, text);
    });
  }

  /** Returns the outcome of the only item, if it is an event. */
  #addContents({ items, warnings }: InputContents, line: number, partText: ItemText): EventOutcome | null {
    const text = items.length === 1 ? partText : { ...partText, text: null };
    this.#addNotes(warnings, line);
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

  #addNotes(warnings: readonly MessageText[], line: number): void {
    for (const warning of warnings)
      this.#addNote(message('import.fault.line', { line: String(line), message: warning }));
  }

  #addNote(warning: MessageText | null): void {
    if (warning !== null) this.#notes.push(englishText(redactSecrets(warning)));
  }
}
