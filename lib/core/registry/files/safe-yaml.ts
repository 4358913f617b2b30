import {
  Composer,
  CST,
  type Document,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  YAMLMap,
} from 'yaml';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

/** Compose files have a few aliases. Files of a "billion laughs" attack have enough to exhaust the memory. */
const MAX_ALIASES = 100;
const TOO_DEEP = message('setup.error.tooDeep');

/**
 * Parses YAML into plain values, or returns a message with the line. Never throws, and bounds aliases.
 *
 * @param tags a value with one of these tags becomes a mapping of the tag to the value.
 */
export function readYaml(text: string, tags: readonly string[] = []): Result<unknown, Message> {
  if (isNestedTooDeeply(text)) return fail(TOO_DEEP);
  try {
    const lineCounter = new LineCounter();
    // The library's check for duplicate keys is quadratic: 14 s for 36,000 keys.
    const options = {
      logLevel: 'error',
      prettyErrors: false,
      lineCounter,
      schema: 'core',
      merge: true,
      uniqueKeys: false,
    } as const;
    const document = composeDocument(text, options, lineCounter);
    const duplicateOffset = findDuplicateKeyOffset(document);
    if (duplicateOffset !== null)
      return fail(message('setup.error.duplicateKey', lineCounter.linePos(duplicateOffset)));
    visit(document, {
      Pair: (_, pair) => {
        if (isNode(pair.value) && tags.includes(pair.value.tag ?? '')) pair.value = wrapTaggedNode(pair.value);
      },
    });
    return succeed(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (error) {
    if (error instanceof FirstYamlError) return fail(invalidYaml(error.message, error.position));
    // The library throws a `ReferenceError` for alias bombs, the engine another error for deep nesting.
    if (error instanceof ReferenceError) return fail(message('setup.error.tooManyAliases'));
    return fail(TOO_DEEP);
  }
}

interface Position {
  readonly line: number;
  readonly col: number;
}

class FirstYamlError extends Error {
  readonly position: Position;

  constructor(text: string, position: Position) {
    super(text);
    this.position = position;
  }
}

type ComposerOptions = ConstructorParameters<typeof Composer>[0];

/**
 * Parses one document, up to the first error.
 * `parseDocument` would collect all errors. The stacks of 100,000 errors in 256 KiB take more than a second.
 */
function composeDocument(text: string, options: ComposerOptions, lineCounter: LineCounter): Document.Parsed {
  const composer = new Composer(options);
  const errorAt = (offset: number, problem: string) => new FirstYamlError(problem, lineCounter.linePos(offset));
  // The pinned version of `yaml` reports each error and warning through `onError`.
  Reflect.set(composer, 'onError', (source: ErrorSource, _code: string, problem: string, isWarning?: boolean) => {
    if (isWarning !== true) throw errorAt(offsetOf(source), problem);
  });
  const tokens = readTokens(new Parser(lineCounter.addNewLine).parse(text), errorAt);
  let document: Document.Parsed | null = null;
  for (const composed of composer.compose(tokens, true, text.length)) {
    const [problem] = composed.errors;
    if (problem !== undefined) throw errorAt(problem.pos[0], problem.message);
    if (document !== null) throw errorAt(composed.range[0], 'Source contains multiple documents');
    document = composed as Document.Parsed;
  }
  // With `true`, the composer returns an empty document for an empty text.
  if (document === null) throw errorAt(0, 'No document');
  return document;
}

function* readTokens(
  tokens: Iterable<CST.Token>,
  errorAt: (offset: number, problem: string) => Error,
): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === 'error') throw errorAt(token.offset, token.message);
    yield token;
  }
}

type ErrorSource = number | readonly [number, number] | { readonly offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}

/** Returns the offset of the first duplicate key, or `null` (YAML 1.2.2, section 3.2.1.1). */
function findDuplicateKeyOffset(document: Document.Parsed): number | null {
  let offset: number | null = null;
  visit(document, {
    Map(_key, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (value !== '<<' && keys.has(value)) offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
        if (offset !== null) return visit.BREAK;
        keys.add(value);
      }
      return undefined;
    },
  });
  return offset;
}

function wrapTaggedNode(node: Node): YAMLMap {
  const map = new YAMLMap();
  map.set(node.tag, node);
  // The visitor enters the new mapping, and would wrap the node again and again because of its tag.
  delete node.tag;
  return map;
}

function invalidYaml(problem: string, { line, col }: Position): Message {
  const firstLine = problem.split('\n')[0] ?? '';
  const short = firstLine.length > 120 ? `${firstLine.slice(0, 120)}…` : firstLine;
  return message('setup.error.invalidYaml', { short, line, col });
}

/** Compose files are a handful of levels deep. */
const MAX_LEVELS = 100;
const MAX_INDENT = 400;

/**
 * Whether YAML may be nested deeper than any file of a registry.
 * Call before the text is parsed: YAML parsers are recursive, and some tens of thousands of brackets crash the process.
 * The lexer is not recursive, and distinguishes brackets and indicators from characters in strings.
 */
export function isNestedTooDeeply(text: string): boolean {
  /** For each open bracket, the number of indicators (`-`, `?`, `:`) before it in the same item. */
  const outerIndicators: number[] = [];
  let indicators = 0;
  let isLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'space' && isLineStart && token.length > MAX_INDENT) return true;
    if (type === 'flow-map-start' || type === 'flow-seq-start') {
      outerIndicators.push(indicators);
      indicators = 0;
    } else if (type === 'flow-map-end' || type === 'flow-seq-end') indicators = outerIndicators.pop() ?? 0;
    else if (type === 'comma' || type === 'newline') indicators = 0;
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') indicators += 1;
    if (outerIndicators.length > MAX_LEVELS || indicators > MAX_LEVELS) return true;
    isLineStart = type === 'newline';
  }
  return false;
}
