import ts from 'typescript';

/** Attributes and properties whose text users read. */
const TEXT_ATTRIBUTES =
  /^(title|aria-label|aria-description|aria-valuetext|placeholder|alt|label|lead|fine|safe|hint|word|words|sentence|message|text|short|long|noun|summary|cause|remedy|tooltip)$/;

/** The attribute `name` is the accessible name on our own components, and no text on elements. */
const isOwnComponent = (tag: string) => /^[A-Z]/.test(tag) && tag !== 'Icon' && tag !== 'Segment';

/** Attributes that no user reads, whatever their value. */
const NON_TEXT_ATTRIBUTES =
  /^(class|className|key|id|type|role|href|rel|d|viewBox|style|accept|autocomplete|for|icon|appearance|tone|extra)$/;

/** Names that are the same in every language: of formats, fields, commands, products and keys. */
const NAMES: ReadonlySet<string> = new Set([
  'JSON',
  'mid',
  'eid',
  'sid',
  'SDK',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'Ctrl',
  'Shift',
  'Alt',
  'Enter',
  'Esc',
  'Tab',
  'options',
  'call',
  'event',
  'TelemetryEvent',
  'EkTelemetry',
  'Telemetry',
  'TSV',
  'CSV',
  'HAR',
  'NDJSON',
  'Markdown',
  'ms',
  's',
  'min',
  'B',
  'kB',
  'MB',
  'data',
  'edata',
]);

export interface HardCodedText {
  readonly line: number;
  readonly text: string;
}

/** Finds UI strings in a source file that are not from `locales`. */
export function findHardCodedTexts(path: string, source: string): readonly HardCodedText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: HardCodedText[] = [];
  const addText = (node: ts.Node, text: string) => {
    if (!isText(text)) return;
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: text.trim() });
  };
  const visit = (node: ts.Node): void => {
    if (isIgnored(node)) return;
    if (ts.isJsxText(node)) addText(node, node.text);
    for (const piece of piecesOf(node)) if (readsAsText(node, piece)) addText(node, piece);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Strings that no user reads: imports, types, comparisons, messages of bugs, and keys of the catalog. */
function isIgnored(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return NON_TEXT_ATTRIBUTES.test(node.name.getText());
  if (ts.isNewExpression(node)) return /(Error|RegExp)$/.test(node.expression.getText());
  return (
    ts.isCallExpression(node) &&
    /^(i18n\.t|console\.\w+|.*\.querySelector(All)?|.*\.closest)$/.test(node.expression.getText())
  );
}

function piecesOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return [];
}

/** Whether a string reads as text: any text in a shown node, or elsewhere a capitalized first word or three words. */
function readsAsText(node: ts.Node, text: string): boolean {
  if (isComparedWith(node) || isDescription(node)) return false;
  return isShown(node) || /^\p{Lu}\p{Ll}+[ .:,]/u.test(text) || /\p{Ll}{2,},? \p{Ll}{2,},? \p{Ll}+/u.test(text);
}

function isComparedWith(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return true;
  return ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText());
}

/** Descriptions of fields in a schema, which document a format. */
function isDescription({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(.*\.)?describeField$/.test(parent.expression.getText());
}

/** Whether the value of a node is shown in the UI, also through conditions and templates. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return isVisibleTextAttribute(parent);
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? isVisibleTextAttribute(parent.parent) : true;
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) {
    return parent.initializer === node && TEXT_ATTRIBUTES.test(parent.name.getText());
  }
  const passesOn =
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isAsExpression(parent) ||
    (ts.isBinaryExpression(parent) &&
      (parent.right === node || /^(\?\?|\|\||\+)$/.test(parent.operatorToken.getText())));
  return passesOn && isShown(parent);
}

function isVisibleTextAttribute(attribute: ts.JsxAttribute): boolean {
  const name = attribute.name.getText();
  const tag = attribute.parent.parent.tagName.getText();
  return TEXT_ATTRIBUTES.test(name) || (name === 'name' && isOwnComponent(tag));
}

function isText(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [];
  return words.some((word) => !NAMES.has(word));
}
