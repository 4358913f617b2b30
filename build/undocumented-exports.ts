import ts from 'typescript';

/** A file's text by its path in the repository. */
export type Sources = ReadonlyMap<string, string>;

/** A declaration of the core that another stratum imports, and the problem of its docstring. */
export interface UndocumentedExport {
  /** Path of the core's file. */
  readonly path: string;
  /** Line in that file, from 1. */
  readonly line: number;
  readonly name: string;
  /** `missing`: no docstring. `long`: its first line has more than {@link MAX_SUMMARY_CHARS} characters. */
  readonly problem: 'missing' | 'long';
}

/** Maximum length of a docstring's first line, which editors and lists show. */
export const MAX_SUMMARY_CHARS = 100;

const CORE_PREFIX = '#core/';
const CORE_FOLDER = 'lib/core/';
/** Source files of the strata above the core. Tests and build tools are not part of a stratum. */
const STRATA = /^(?:lib\/(?!core\/)[^/]+|components|entrypoints)\//;

/**
 * Finds imported declarations of the core without a docstring, or with a long first line.
 * Includes types, whose docstrings describe shapes and units.
 */
export function findUndocumentedExports(sources: Sources): readonly UndocumentedExport[] {
  const importedNames = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (!STRATA.test(path)) continue;
    for (const [module, names] of findCoreImports(path, text)) {
      const moduleNames = importedNames.get(module) ?? new Set();
      for (const name of names) moduleNames.add(name);
      importedNames.set(module, moduleNames);
    }
  }
  return [...importedNames].flatMap(([path, names]) => {
    const text = sources.get(path);
    return text === undefined ? [] : findUndocumented(path, text, names);
  });
}

function findCoreImports(path: string, text: string): readonly (readonly [string, readonly string[]])[] {
  return parse(path, text).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (!specifier.startsWith(CORE_PREFIX) || !bindings || !ts.isNamedImports(bindings)) return [];
    const module = `${CORE_FOLDER}${specifier.slice(CORE_PREFIX.length).replace(/\.ts$/, '')}.ts`;
    return [[module, bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)] as const];
  });
}

function findUndocumented(path: string, text: string, names: ReadonlySet<string>): readonly UndocumentedExport[] {
  const file = parse(path, text);
  const isDocumented = (statement: ts.Statement): boolean => ts.getJSDocCommentsAndTags(statement).length > 0;
  // The docstring of one overload counts for all.
  const documented = new Set(
    file.statements.filter(isDocumented).flatMap((statement) => declaredNames(statement).map(({ text: name }) => name)),
  );
  return file.statements.flatMap((statement) => {
    const isLong = ts.getJSDocCommentsAndTags(statement).some((comment) => hasLongSummary(comment.getText(file)));
    return declaredNames(statement).flatMap((name): readonly UndocumentedExport[] => {
      const problem = documented.has(name.text) ? isLong && 'long' : 'missing';
      if (!problem || !names.has(name.text)) return [];
      const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
      return [{ path, line, name: name.text, problem }];
    });
  });
}

function hasLongSummary(comment: string): boolean {
  const [summary = ''] = comment.replace(/^\/\*\*\s*(?:\* )?|\s*\*\/$/g, '').split('\n');
  return summary.length > MAX_SUMMARY_CHARS;
}

function declaredNames(statement: ts.Statement): readonly ts.Identifier[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration && statement.name ? [statement.name] : [];
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
