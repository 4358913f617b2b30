import { type Document, isNode, isScalar, LineCounter, type Node, parseDocument, visit, YAMLMap } from 'yaml';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { isNestedTooDeeply } from './nesting';

/** A compose file repeats a part a few times; a "billion laughs" file repeats it until memory is full. */
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
    // Pretty errors are off: a hostile file has a hundred thousand of them.
    // The library's check for duplicate keys is quadratic: 14 s for 36,000 keys.
    const options = {
      logLevel: 'error',
      prettyErrors: false,
      lineCounter,
      schema: 'core',
      merge: true,
      uniqueKeys: false,
    } as const;
    const document = parseDocument(text, options);
    const [problem] = document.errors;
    if (problem !== undefined) return fail(notYaml(problem.message, lineCounter.linePos(problem.pos[0])));
    const duplicate = offsetOfDuplicateKey(document);
    if (duplicate !== null) return fail(message('setup.error.duplicateKey', lineCounter.linePos(duplicate)));
    visit(document, {
      Pair: (_, pair) => {
        if (isNode(pair.value) && tags.includes(pair.value.tag ?? '')) pair.value = taggedMap(pair.value);
      },
    });
    return succeed(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (problem) {
    // The library throws for alias bombs, the engine for deep nesting.
    const isBomb = problem instanceof ReferenceError;
    if (isBomb) return fail(message('setup.error.tooManyAliases'));
    return fail(TOO_DEEP);
  }
}

/** Returns the offset of the first key that its map has twice, or `null`. YAML 1.2.2, section 3.2.1.1. */
function offsetOfDuplicateKey(document: Document.Parsed): number | null {
  let found: number | null = null;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (value !== '<<' && seen.has(value)) found = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
        if (found !== null) return visit.BREAK;
        seen.add(value);
      }
      return undefined;
    },
  });
  return found;
}

function taggedMap(node: Node): YAMLMap {
  const map = new YAMLMap();
  map.set(node.tag, node);
  // The visitor enters the new mapping, where the tag would be wrapped again without end.
  delete node.tag;
  return map;
}

function notYaml(problem: string, { line, col }: { readonly line: number; readonly col: number }): Message {
  const firstLine = problem.split('\n')[0] ?? '';
  const short = firstLine.length > 120 ? `${firstLine.slice(0, 120)}…` : firstLine;
  return message('setup.error.invalidYaml', { short, line, col });
}
