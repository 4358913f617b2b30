import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A code in a call of `message`, with the names of its values. `values` is null if the call does not list them. */
export interface MessageCall {
  readonly code: string;
  readonly values: readonly string[] | null;
}

/** Finds each `message('code', { values })` below a folder. Codes that are not literals are omitted. */
export function findMessageCalls(folder: string): readonly MessageCall[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return files.flatMap((path) => {
    const text = readFileSync(`${folder}/${path}`, 'utf8');
    return callsIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  });
}

function callsIn(node: ts.Node): readonly MessageCall[] {
  const nestedCalls: MessageCall[] = [];
  node.forEachChild((child) => void nestedCalls.push(...callsIn(child)));
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'message') return nestedCalls;
  const [code, ...rest] = node.arguments;
  const values = valuesOf(rest.at(-1));
  return [...nestedCalls, ...codesOf(code).map((each) => ({ code: each, values }))];
}

function codesOf(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node)) return [node.text];
  return ts.isConditionalExpression(node) ? [...codesOf(node.whenTrue), ...codesOf(node.whenFalse)] : [];
}

function valuesOf(node: ts.Expression | undefined): readonly string[] | null {
  if (node === undefined) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map((property) => property.name?.getText() ?? '');
}
