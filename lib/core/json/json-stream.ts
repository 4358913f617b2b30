import { type Message, message } from '#core/util/message';
import { CharFinder } from './char-finder';
import { MAX_FILE_DEPTH } from './json-depth';
import type { ArrayPath, JsonPart, Resumption } from './json-part';
import { MAX_JSON_VALUES, tooManyValuesMessage } from './json-values';
import type { TextPosition } from './text-parts';

/** The start of text in a stream that is no longer JSON. */
export interface RestOfStream {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Whether to read the items of an array one by one.
 * `head` is the text before the array, closed so that it is JSON.
 */
export type ShouldReadPart = (path: ArrayPath, head: string) => boolean;

/**
 * Limit of one part, in UTF-16 units.
 * A part is parsed synchronously.
 */
const MAX_PART_CHARS = 32 * 1024 * 1024;

const MAX_NAME_CHARS = 100;
/**
 * Limit of the candidate arrays of one text.
 * The text before each candidate is parsed. A real file has one candidate.
 */
const MAX_CANDIDATE_ARRAYS = 10;

const [QUOTE, LINE_FEED, COMMA, COLON] = [0x22, 0x0a, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Characters that begin broken JSON. A text that begins with another character isn't JSON at all. */
const JSON_PUNCTUATION = '{}[],:"';

/**
 * Splits JSON texts that arrive in chunks into parts that can be parsed one by one.
 * Parts are successive texts, as in NDJSON, and the items of long arrays; the whole may have any size. The stream
 * tracks brackets and quotes only, so that a part may be invalid JSON. Unlike {@link JsonScanner}, it reads strings
 * across chunks, and a broken text ends with its line.
 */
export class JsonStream {
  readonly #shouldRead: ShouldReadPart;
  /** Closing brackets of the open brackets, the innermost last. */
  #open: string[] = [];
  #candidateArrays = 0;
  /** Number of fields and items of the current part. */
  #values = 0;
  /** Number of values in the heads of all candidate arrays so far. */
  #headValues = 0;
  #isInString = false;
  /** The last character outside of strings that is not white space. */
  #last = 0;
  /** Whether this line has text before the current offset. */
  #hasLineText = false;
  /** Whether lines are skipped after a broken item, until a line begins like that item. */
  #isResyncing = false;
  #isEscaped = false;
  /** Whether the current part is unreadable: it is not buffered, and its end is not reported. */
  #isSkipped = false;
  /** Number of open brackets in a skipped part. Only counted, because 500 MB can open as many. */
  #skippedDepth = 0;
  /** Text of the current part, without the rest of the chunk. */
  #pending: string[] = [];
  #pendingLength = 0;
  /** The text around the array whose items are read; null outside of such an array. */
  #around: { text: string; line: number; column: number; depth: number; hadItem: boolean; values: number } | null =
    null;
  #resumptions: Resumption[] = [];
  /** Whether a text with brackets was read to its end. */
  #hadText = false;
  #rest: RestOfStream | null = null;
  #line = 1;
  /** Offset of the line in this chunk; negative if it began in an earlier chunk. */
  #lineStart = 0;
  #start = { line: 1, column: 1 };
  #chunk = '';
  #from = 0;
  #parts: JsonPart[] = [];
  readonly #quotes = new CharFinder('"');
  readonly #backslashes = new CharFinder('\\');
  readonly #lineFeeds = new CharFinder('\n');

  constructor(shouldRead: ShouldReadPart) {
    this.#shouldRead = shouldRead;
  }

  /**
   * Returns the non-JSON text that follows a JSON text, or null.
   * The stream reads nothing after its start.
   */
  get rest(): RestOfStream | null {
    return this.#rest;
  }

  /** Reads a chunk. Returns the parts that it completes. */
  push(chunk: string): readonly JsonPart[] {
    this.#chunk = chunk;
    this.#from = 0;
    for (const finder of [this.#quotes, this.#backslashes, this.#lineFeeds]) finder.search(chunk);
    for (let offset = 0; offset < chunk.length; offset += 1) {
      if (this.#isInString) {
        this.#hasLineText = true;
        offset = this.#endOfString(offset);
        if (offset === chunk.length) break;
      }
      const code = chunk.charCodeAt(offset);
      if (this.#isInString) this.#readInString(code, offset);
      else if (this.#beginsRest(code, offset)) {
        this.#rest = { text: chunk.slice(offset), line: this.#line, column: offset - this.#lineStart + 1 };
        return this.#take();
      } else if (this.#isResyncing && !this.#endsResync(code, offset)) this.#from = offset + 1;
      else if (code <= 0x20) this.#readSpace(code, offset);
      else this.#readOutsideString(code, offset);
      if (code === LINE_FEED) this.#nextLine(offset);
      else if (code > 0x20) this.#hasLineText = true;
    }
    this.#append(chunk.length);
    this.#lineStart -= chunk.length;
    if (this.#pendingLength > MAX_PART_CHARS) this.#faultAt(this.#start, tooLongPart());
    return this.#take();
  }

  /** Returns the remaining parts at the end of the stream. */
  end(): readonly JsonPart[] {
    this.#chunk = '';
    this.#from = 0;
    if (this.#hasCompleteItem()) {
      this.#endItemWithoutComma(0);
      // A number represents the items, so that the fault is the missing bracket at the end.
      this.#start = { line: this.#line, column: -this.#lineStart };
      this.#pending = ['0'];
      this.#pendingLength = 1;
    }
    if (this.#pendingLength > 0 || this.#around !== null) this.#endValue();
    return this.#take();
  }

  /** Returns the end of the string, or of its line, in this chunk, or the chunk's length. */
  #endOfString(offset: number): number {
    for (let from = offset; from < this.#chunk.length; ) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        if (this.#chunk.charCodeAt(from) === LINE_FEED) this.#nextLine(from);
        from += 1;
        continue;
      }
      const end = Math.min(this.#quotes.from(from), this.#lineFeeds.from(from));
      const backslash = this.#backslashes.from(from);
      if (end < backslash) return end;
      if (backslash === Number.POSITIVE_INFINITY) return this.#chunk.length;
      this.#isEscaped = true;
      from = backslash + 1;
    }
    return this.#chunk.length;
  }

  #beginsRest(code: number, offset: number): boolean {
    if (!this.#hadText || code <= 0x20 || this.#open.length > 0 || this.#around !== null || this.#isSkipped)
      return false;
    return this.#isEmpty(offset) && !JSON_PUNCTUATION.includes(this.#chunk.charAt(offset));
  }

  #readInString(code: number, offset: number): void {
    if (code === QUOTE) this.#isInString = false;
    else if (code === LINE_FEED) {
      // JSON strings cannot span lines. The parser reports the position.
      if (this.#around !== null && !this.#isSkipped) {
        this.#endItemWithoutComma(offset);
        this.#isResyncing = true;
      } else {
        this.#append(offset);
        this.#endValue();
      }
      this.#from = offset + 1;
    }
  }

  #readSpace(code: number, offset: number): void {
    if (this.#isEmpty(offset)) {
      this.#from = offset + 1;
      return;
    }
    if (code !== LINE_FEED || this.#open.length > 0) return;
    this.#append(offset);
    this.#endValue();
    this.#from = offset + 1;
  }

  #readOutsideString(code: number, offset: number): void {
    if (code === OPEN_BRACE && this.#beginsNextItem(offset)) this.#endItemWithoutComma(offset);
    else if (code === OPEN_BRACE && this.#hasCompleteItem()) {
      this.#endItemWithoutComma(offset);
      this.#pushFault(this.#positionAt(offset), message('jsonFault.commaExpected', { found: '{' }));
    }
    if (this.#isEmpty(offset)) this.#start = this.#positionAt(offset);
    if (code === QUOTE) this.#isInString = true;
    if (code === COMMA || code === OPEN_BRACE || code === OPEN_BRACKET) this.#countValue(offset);
    if (code === OPEN_BRACE) this.#openBracket('}', offset);
    else if (code === OPEN_BRACKET) this.#openArray(offset);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#close(code, offset);
    else if (code === COMMA && this.#skippedDepth === 0 && this.#open.length === this.#around?.depth)
      this.#endItem(offset);
    this.#last = code;
  }

  /**
   * Whether a brace begins the next item although the last item is not closed.
   * In an object, a brace follows only a colon. Another brace at the start of a line begins the next item.
   */
  #beginsNextItem(offset: number): boolean {
    if (this.#around === null || this.#isSkipped || this.#last === COLON || !this.#beginsLikeItem(offset)) return false;
    return this.#open.length > this.#around.depth && this.#open.at(-1) === '}';
  }

  /** Whether an item is complete, so that only a comma, or the end of the array, may follow. */
  #hasCompleteItem(): boolean {
    return this.#last === CLOSE_BRACE && !this.#isSkipped && this.#open.length === this.#around?.depth;
  }

  /**
   * Ends an item without a comma behind it.
   * If it lacks its closing brackets or quotation mark, too, then parsing it reports the fault.
   */
  #endItemWithoutComma(offset: number): void {
    const around = this.#around;
    if (around === null) return;
    const text = this.#textTo(offset).trimEnd();
    this.#parts.push({ type: 'item', ...this.#start, text: text.endsWith(',') ? text.slice(0, -1) : text });
    around.hadItem = true;
    this.#open.length = around.depth;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#drop(offset);
  }

  /** Whether a line begins like the broken item, or ends the array. */
  #endsResync(code: number, offset: number): boolean {
    if (this.#hasLineText || code <= 0x20) return false;
    const isItem = code === OPEN_BRACE && this.#beginsLikeItem(offset);
    if (!isItem && !(code === CLOSE_BRACKET && this.#beginsArrayEnd(offset))) return false;
    this.#isResyncing = false;
    this.#from = offset;
    return true;
  }

  /** Whether a line begins here, with no more indentation than the item. */
  #beginsLikeItem(offset: number): boolean {
    return !this.#hasLineText && offset - this.#lineStart < this.#start.column;
  }

  /** Whether a bracket may end the array: at the start of a line, with less indentation than the items. */
  #beginsArrayEnd(offset: number): boolean {
    return !this.#hasLineText && offset - this.#lineStart < Math.max(1, this.#start.column - 1);
  }

  /** Closes the unclosed brackets of an item. Returns whether the bracket matches an open one. */
  #closeUnclosed(closing: string, offset: number): boolean {
    const around = this.#around;
    if (around === null || this.#open.at(-1) === closing) return true;
    const matching = this.#open.lastIndexOf(closing);
    if (matching >= around.depth) this.#open.length = matching + 1;
    else if (closing === ']' && this.#beginsArrayEnd(offset)) this.#open.length = around.depth;
    else return false;
    return true;
  }

  #openBracket(closing: string, offset: number): void {
    if (this.#isSkipped) {
      this.#skippedDepth += 1;
      return;
    }
    this.#open.push(closing);
    if (this.#open.length === MAX_FILE_DEPTH + 1)
      this.#fault(offset, message('import.fault.nested', { n: MAX_FILE_DEPTH }));
  }

  #countValue(offset: number): void {
    if (this.#isSkipped) return;
    this.#values += 1;
    if (this.#values === MAX_JSON_VALUES + 1) this.#fault(offset, tooManyValuesMessage());
  }

  #fault(offset: number, fault: Message): void {
    this.#faultAt(this.#positionAt(offset), fault);
  }

  #positionAt(offset: number): TextPosition {
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }

  #pushFault(position: TextPosition, fault: Message): void {
    this.#parts.push({ type: 'fault', ...position, text: '', fault });
  }

  #faultAt(position: TextPosition, fault: Message): void {
    this.#pushFault(position, fault);
    this.#isSkipped = true;
    this.#pending = [];
    this.#pendingLength = 1;
  }

  #openArray(offset: number): void {
    const path = this.#around === null && !this.#isSkipped ? this.#pathAt(offset) : null;
    this.#openBracket(']', offset);
    if (this.#isSkipped) return;
    this.#headValues += path === null ? 0 : this.#values;
    if (path === null || this.#candidateArrays === MAX_CANDIDATE_ARRAYS || this.#headValues > MAX_JSON_VALUES) return;
    this.#candidateArrays += 1;
    const before = this.#textTo(offset + 1);
    const head = before + [...this.#open].reverse().join('');
    if (!this.#shouldRead(path, head)) return;
    this.#around = { ...this.#start, text: before, depth: this.#open.length, hadItem: false, values: this.#values };
    this.#parts.push({ type: 'array-begins', path, ...this.#start, text: head });
    this.#drop(offset + 1);
  }

  /** Returns the array that may begin here, by the preceding field name. */
  #pathAt(offset: number): ArrayPath | null {
    if (this.#open.length === 0) return this.#isEmpty(offset) ? 'all' : null;
    if (this.#open.length > 2) return null;
    const fieldName = /"(records|events|entries)"\s*:\s*$/.exec(this.#endTo(offset))?.[1];
    if ((fieldName === 'records' || fieldName === 'events') && this.#open.length === 1) return fieldName;
    return fieldName === 'entries' && this.#open.length === 2 ? 'log.entries' : null;
  }

  #close(code: number, offset: number): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    // An extra bracket stays in the item, which is then invalid JSON.
    if (!this.#closeUnclosed(code === CLOSE_BRACE ? '}' : ']', offset)) return;
    if (this.#open.length === this.#around?.depth) this.#endItems(offset);
    this.#open.pop();
    if (this.#open.length > 0) return;
    this.#hadText = true;
    this.#append(offset + 1);
    this.#endValue();
  }

  #endItem(offset: number): void {
    if (this.#around === null) return;
    if (this.#isSkipped) {
      this.#around.hadItem = true;
      this.#drop(offset + 1);
      return;
    }
    const text = this.#textTo(offset);
    const character = this.#chunk.charAt(offset);
    const code = character === ',' ? 'valueExpected' : 'trailingComma';
    if (text !== '') this.#parts.push({ type: 'item', ...this.#start, text });
    else if (character === ',' || this.#last === COMMA)
      this.#pushFault(this.#positionAt(offset), message(`jsonFault.${code}`, { found: character }));
    this.#around.hadItem = true;
    this.#drop(offset + 1);
  }

  /** Ends the array: the following text surrounds it. */
  #endItems(offset: number): void {
    const around = this.#around;
    if (around === null) return;
    if (around.hadItem || this.#isSkipped || this.#textTo(offset) !== '') this.#endItem(offset);
    this.#resumptions.push({ offset: around.text.length, ...this.#positionAt(offset) });
    this.#around = null;
    this.#drop(offset);
    this.#start = { line: around.line, column: around.column };
    this.#pending = [around.text];
    this.#pendingLength = around.text.length;
    this.#values = around.values;
  }

  #endValue(): void {
    if (!this.#isSkipped) this.#parts.push(this.#value());
    this.#isSkipped = false;
    this.#isResyncing = false;
    this.#last = 0;
    this.#skippedDepth = 0;
    this.#around = null;
    this.#candidateArrays = 0;
    this.#values = 0;
    this.#headValues = 0;
    this.#open = [];
    this.#isInString = false;
    this.#isEscaped = false;
    this.#pending = [];
    this.#pendingLength = 0;
    this.#resumptions = [];
  }

  #value(): JsonPart {
    const around = this.#around;
    const text = this.#pending.join('');
    const resumptions = this.#resumptions;
    if (around === null) return { type: 'value', ...this.#start, text, resumptions };
    resumptions.push({ offset: around.text.length, ...this.#start });
    return { type: 'value', line: around.line, column: around.column, text: around.text + text, resumptions };
  }

  #nextLine(offset: number): void {
    this.#line += 1;
    this.#lineStart = offset + 1;
    this.#hasLineText = false;
  }

  #isEmpty(offset: number): boolean {
    return this.#pendingLength === 0 && this.#from === offset;
  }

  #append(to: number): void {
    if (to > this.#from && !this.#isSkipped) {
      this.#pending.push(this.#chunk.slice(this.#from, to));
      this.#pendingLength += to - this.#from;
    }
    this.#from = to;
  }

  #textTo(to: number): string {
    const rest = this.#chunk.slice(this.#from, to);
    return this.#pending.length === 0 ? rest : this.#pending.join('') + rest;
  }

  /**
   * Returns the end of the buffered text: the name of a field and some spaces.
   * To join all of it for each array would be slow.
   */
  #endTo(to: number): string {
    let end = this.#chunk.slice(Math.max(this.#from, to - MAX_NAME_CHARS), to);
    for (let index = this.#pending.length - 1; index >= 0 && end.length < MAX_NAME_CHARS; index -= 1) {
      end = (this.#pending[index] ?? '') + end;
    }
    return end.slice(-MAX_NAME_CHARS);
  }

  #drop(from: number): void {
    this.#isSkipped = false;
    this.#pending = [];
    this.#pendingLength = 0;
    this.#values = 0;
    this.#from = from;
  }

  #take(): readonly JsonPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}

function tooLongPart(): Message {
  return message('import.fault.partTooLong', { n: MAX_PART_CHARS / 1024 / 1024 });
}
