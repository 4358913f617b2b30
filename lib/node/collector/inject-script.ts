import { Transform } from 'node:stream';
import { allowReports } from '#core/collector/content-policies';
import { createHeadScanner, type ScannedHead } from './scan-head';

/** Maximum length of a head. If a head is longer, the script is inserted into its first part. */
const MAX_HEAD_BYTES = 512 * 1024;

/** The character references in attribute values that can be part of a policy. */
const CHARACTER_REFERENCES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/**
 * Creates a stream that inserts a script into the head of an HTML document.
 * The rest stays unchanged. Buffers the document until the end of the head. Decodes bytes as Latin-1, which preserves
 * any superset of ASCII.
 *
 * @param ownOrigin the origin of the proxy, which the document's policies must allow.
 */
export function createScriptInjection(script: string, ownOrigin: string): Transform {
  const scanner = createHeadScanner();
  let buffered: string[] | null = [];
  let length = 0;
  let head: ScannedHead = { insertAt: null, policies: [], isComplete: false };
  const release = (): Buffer => {
    const text = (buffered ?? []).join('');
    buffered = null;
    return Buffer.from(rewriteHead(text, head, script, ownOrigin), 'latin1');
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      if (buffered === null) {
        callback(null, chunk);
        return;
      }
      const text = chunk.toString('latin1');
      buffered.push(text);
      length += text.length;
      head = scanner.write(text);
      callback(null, head.isComplete || length > MAX_HEAD_BYTES ? release() : undefined);
    },
    flush(callback) {
      callback(null, buffered === null ? undefined : release());
    },
  });
}

function rewriteHead(text: string, { insertAt, policies }: ScannedHead, script: string, ownOrigin: string): string {
  const changes = policies.flatMap(({ start, end }) => {
    const content = text.slice(start, end).replace(/&(?:quot|apos|amp|#34|#39|#x22|#x27);/gi, decodeReference);
    const newContent = allowReports(content, ownOrigin);
    return newContent === content ? [] : [{ start, end, replacement: encodeAttribute(newContent) }];
  });
  if (insertAt !== null) changes.push({ start: insertAt, end: insertAt, replacement: script });
  changes.sort((one, other) => one.start - other.start);
  let result = '';
  let from = 0;
  for (const change of changes) {
    result += text.slice(from, change.start) + change.replacement;
    from = change.end;
  }
  return result + text.slice(from);
}

function decodeReference(reference: string): string {
  return CHARACTER_REFERENCES[reference.toLowerCase()] ?? reference;
}

function encodeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
