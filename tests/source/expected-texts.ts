import ts from 'typescript';

/** Calls that find an element by its text, or compare a text. */
const TEXT_QUERY =
  /^((get|find|query)(All)?By(Text|Label|LabelText|Title|Placeholder|PlaceholderText|AltText)|to(Have|Contain)Text|toHaveTitle|toHaveAccessible(Name|Description))$/;

/** Options of locators with texts: `getByRole('button', { name: 'Fire' })`, `filter({ hasText: 'Fire' })`. */
const NAMED_BY = /^(name|hasText|hasNotText)$/;

export interface ExpectedText {
  readonly line: number;
  readonly text: string;
}

/** Finds the literals with which a test finds elements by their text, or compares texts. */
export function findExpectedTexts(path: string, source: string): readonly ExpectedText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: ExpectedText[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) return;
    for (const text of piecesOf(node)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text });
    }
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && (TEXT_QUERY.test(calledName(node)) || comparesText(node)))
      node.arguments.forEach(collect);
    if (ts.isPropertyAssignment(node) && NAMED_BY.test(node.name.getText()) && isInLocator(node)) {
      collect(node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a literal is a text of the interface, or two or more words of such a text. */
export function isInterfaceText(text: string, messages: readonly string[]): boolean {
  const isSeveralWords = /\p{L}{2,}’?\p{L}* \p{L}{2,}/u.test(text);
  return messages.some((message) => message === text || (isSeveralWords && message.includes(text)));
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** `expect(alert.textContent).toBe('…')` */
function comparesText({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) && /^expect\(.*\b(textContent|innerText)\b/s.test(expression.getText())
  );
}

function isInLocator({ parent }: ts.PropertyAssignment): boolean {
  return ts.isCallExpression(parent.parent) && /ByRole$|^filter$|^locator$/.test(calledName(parent.parent));
}

/** Returns the literal parts of a string, a template or a regular expression. */
function piecesOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return trimAll([node.text]);
  if (!ts.isRegularExpressionLiteral(node)) return [];
  const body = node.text.slice(1, node.text.lastIndexOf('/'));
  return trimAll(body.replace(/\\([.$()/])/g, '$1').split(/\\[a-z][+*]?|\(\?[:!=]|[\^$()|?*+[\]]|\.[*+]/));
}

function trimAll(pieces: readonly string[]): readonly string[] {
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
