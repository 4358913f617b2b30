import { Tokenizer } from 'htmlparser2';

/** The range of an attribute's value in the text. */
interface AttributeValue {
  readonly start: number;
  readonly end: number;
}

/** The state of scanning a document's head. */
export interface ScannedHead {
  /** Position for a script before all other scripts, or `null` while it is unknown. */
  readonly insertAt: number | null;
  /** The values of content security policies in `meta` elements. */
  readonly policies: readonly AttributeValue[];
  /** Whether the head has ended. */
  readonly isComplete: boolean;
}

/** Elements that contain no script themselves, after whose start tag the script can be inserted. */
const ELEMENTS_BEFORE_SCRIPT: ReadonlySet<string> = new Set(['html', 'head', 'title']);

/** Elements of a head (HTML, section 13.2.6.4.4). */
const HEAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'noscript', 'script', 'style', 'template'],
  ...ELEMENTS_BEFORE_SCRIPT,
]);

/** Elements of the head that can contain text. Other text ends the head. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['noframes', 'noscript', 'script', 'style', 'template', 'title']);

/** The UTF-8 byte order mark, decoded as Latin-1. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/**
 * The byte order marks of UTF-16, decoded as Latin-1.
 * They have precedence over the charset of the header.
 */
const UTF_16_MARK = /^(?:\u00ff\u00fe|\u00fe\u00ff)/;

/**
 * Constructs that HTML ends at the next `>`, but the tokenizer does not (sections 13.2.5.42 and 53).
 * These are a comment at `--!>`, unless these characters begin the comment, and a CDATA section outside of SVG and
 * MathML.
 */
const CLOSED_BY_HTML_ONLY = /(?<!<!-?)--!>|<!\[/g;
/** Maximum length of the text before {@link CLOSED_BY_HTML_ONLY} that decides about a match. */
const CLOSED_BY_HTML_CONTEXT = 3;
/** The start of {@link CLOSED_BY_HTML_ONLY} at the end of a text. */
const INCOMPLETE_END = /(?:--!|--?|<!?)$/;

interface OpenTag {
  readonly name: string;
  readonly at: number;
  readonly attributes: Map<string, AttributeValue>;
}

/** Creates a scanner of a document's head. The text is the document decoded as Latin-1. */
export function createHeadScanner() {
  let text = '';
  let insertAt: number | null = null;
  let isComplete = false;
  let tag: OpenTag = { name: '', at: 0, attributes: new Map() };
  let attribute = '';
  let textElement = '';
  let readTo = 0;
  const policies: AttributeValue[] = [];

  const setInsertPosition = (position: number): void => {
    insertAt ??= position;
  };
  const endHead = (position: number): void => {
    setInsertPosition(position);
    isComplete = true;
  };
  const attributeText = (name: string): string => {
    const { start, end } = tag.attributes.get(name) ?? { start: 0, end: 0 };
    return text.slice(start, end);
  };
  const endTag = (): void => {
    if (isComplete) return;
    const { name, at } = tag;
    if (!HEAD_ELEMENTS.has(name)) {
      endHead(at);
      return;
    }
    if (TEXT_ELEMENTS.has(name)) textElement = name;
    const isPolicy = name === 'meta' && attributeText('http-equiv').toLowerCase() === 'content-security-policy';
    const content = tag.attributes.get('content');
    if (isPolicy && content) policies.push(content);
    // The script is inserted after `meta` elements, because one with the encoding must be within the first 1,024 bytes.
    if (isPolicy || !(ELEMENTS_BEFORE_SCRIPT.has(name) || name === 'meta')) setInsertPosition(at);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = { name: text.slice(start, end).toLowerCase(), at: start - 1, attributes: new Map() };
      },
      onattribname(start, end) {
        attribute = text.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        const { start: first } = tag.attributes.get(attribute) ?? { start };
        tag.attributes.set(attribute, { start: first, end });
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        const name = text.slice(start, end).toLowerCase();
        if (name === textElement) textElement = '';
        else if (!isComplete && ['head', 'body', 'html', 'br'].includes(name)) endHead(start - 2);
      },
      ontext(start, end) {
        if (isComplete || textElement !== '') return;
        const from = Math.max(start, text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
        const offset = text.slice(from, end).search(/[^\t\n\f\r ]/);
        if (offset >= 0) endHead(from + offset);
      },
      onattribend() {},
      onattribentity() {},
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onend() {},
      onprocessinginstruction() {},
      ontextentity() {},
    },
  );
  const readThrough = (end: number): void => {
    const from = Math.max(0, readTo - CLOSED_BY_HTML_CONTEXT);
    tokenizer.write(closeConstructs(text.slice(from, end)).slice(readTo - from));
    readTo = end;
  };
  return {
    write(chunk: string): ScannedHead {
      text += chunk;
      // An incomplete byte order mark would be treated as text, which ends the head.
      if (text.length < BYTE_ORDER_MARK.length) return { insertAt, policies, isComplete };
      if (UTF_16_MARK.test(text)) return { insertAt: null, policies: [], isComplete: true };
      const [incomplete = ''] = INCOMPLETE_END.exec(text) ?? [];
      readThrough(text.length - incomplete.length);
      return { insertAt, policies, isComplete };
    },
  };
}

/**
 * Replaces matches of {@link CLOSED_BY_HTML_ONLY} by constructs that the tokenizer ends at the same `>`.
 * Preserves all positions.
 */
function closeConstructs(html: string): string {
  return html.replace(CLOSED_BY_HTML_ONLY, (match) => (match === '<![' ? '<! ' : ' -->'));
}
