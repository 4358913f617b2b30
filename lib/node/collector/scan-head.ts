import { Tokenizer } from 'htmlparser2';

/** The value of an attribute, by its place in the text. */
interface AttributeValue {
  readonly start: number;
  readonly end: number;
}

/** What is known of the head of a document. */
export interface ScannedHead {
  /** Where a script stands before every other one; `null` before that is known. */
  readonly insertAt: number | null;
  /** The values of the policies in `meta` elements. */
  readonly policies: readonly AttributeValue[];
  /** Whether the head has ended. */
  readonly isWhole: boolean;
}

/** Elements before which no script of the page can stand. `title` has text only. */
const BEFORE_SCRIPTS: ReadonlySet<string> = new Set(['html', 'head', 'title']);

/** Elements of a head (HTML, section 13.2.6.4.4). */
const IN_HEAD: ReadonlySet<string> = new Set([
  ...['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'noscript', 'script', 'style', 'template'],
  ...BEFORE_SCRIPTS,
]);

/** Elements whose text belongs to the head, too. */
const WITH_TEXT: ReadonlySet<string> = new Set(['noframes', 'noscript', 'script', 'style', 'template', 'title']);

/** A byte order mark in UTF-8, each byte read as a character. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

interface OpenTag {
  readonly name: string;
  readonly at: number;
  readonly attributes: Map<string, AttributeValue>;
}

/** Reads the head of a document from text of its bytes, each as a character. */
export function createHeadScanner() {
  let text = '';
  let insertAt: number | null = null;
  let isWhole = false;
  let tag: OpenTag = { name: '', at: 0, attributes: new Map() };
  let attribute = '';
  let withText = '';
  let readTo = 0;
  const policies: AttributeValue[] = [];

  const mark = (at: number): void => {
    insertAt ??= at;
  };
  const endHead = (at: number): void => {
    mark(at);
    isWhole = true;
  };
  const attributeText = (name: string): string => {
    const { start, end } = tag.attributes.get(name) ?? { start: 0, end: 0 };
    return text.slice(start, end);
  };
  const endTag = (): void => {
    if (isWhole) return;
    const { name, at } = tag;
    if (!IN_HEAD.has(name)) {
      endHead(at);
      return;
    }
    if (WITH_TEXT.has(name)) withText = name;
    const isPolicy = name === 'meta' && attributeText('http-equiv').toLowerCase() === 'content-security-policy';
    const content = tag.attributes.get('content');
    if (isPolicy && content) policies.push(content);
    // A `meta` with the encoding must stand within the first 1,024 bytes.
    if (isPolicy || !(BEFORE_SCRIPTS.has(name) || name === 'meta')) mark(at);
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
        if (name === withText) withText = '';
        else if (!isWhole && ['head', 'body', 'html', 'br'].includes(name)) endHead(start - 2);
      },
      ontext(start, end) {
        if (isWhole || withText !== '') return;
        const from = Math.max(start, text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
        const at = text.slice(from, end).search(/[^\t\n\f\r ]/);
        if (at >= 0) endHead(from + at);
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
  return {
    write(chunk: string): ScannedHead {
      text += chunk;
      // A part of a byte order mark would be text.
      if (text.length >= BYTE_ORDER_MARK.length) {
        tokenizer.write(text.slice(readTo));
        readTo = text.length;
      }
      return { insertAt, policies, isWhole };
    },
  };
}
