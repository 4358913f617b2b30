import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const DOM = 'document.title;';
const NODE = 'process.pid;';
const EXTENSION = 'browser.runtime.id; chrome.runtime.id;';
const TEXTS = "import '#i18n';";
const HOST = "import '#extension/protocol/relay-port';";
const TIMER = 'setTimeout(() => {}, 1);';

/** Statements that compile in each stratum (`own`), and statements that do not (`foreign`). */
const STRATA: Readonly<Record<string, Readonly<Record<'own' | 'foreign', readonly string[]>>>> = {
  'lib/core': {
    own: ["new URL('https://example.org').href;", "atob('');"],
    foreign: [TEXTS, HOST, DOM, NODE, EXTENSION, TIMER, 'localStorage.length;', 'console.log();'],
  },
  'lib/page': { own: [DOM, TIMER], foreign: [TEXTS, HOST, NODE, EXTENSION] },
  'lib/panel': { own: [DOM, TIMER], foreign: [TEXTS, HOST, NODE, EXTENSION] },
  'lib/web': { own: [DOM, TIMER, TEXTS], foreign: [HOST, NODE, EXTENSION] },
  'lib/node': { own: [NODE, TIMER], foreign: [TEXTS, HOST, DOM, EXTENSION] },
};

it.each(Object.entries(STRATA))('%s can use its own globals and imports only', (stratum, { own, foreign }) => {
  expect(findFaultyLines(stratum, [...own, ...foreign])).toEqual(foreign);
});

/** Finds the lines that the compiler rejects in a new module of the stratum. Its other modules may import globals. */
function findFaultyLines(stratum: string, lines: readonly string[]): readonly string[] {
  const { options, fileNames } = configOf(stratum);
  const added = join(process.cwd(), stratum, 'added.ts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === added || fileExists(file);
  host.getSourceFile = (file, language, ...rest) =>
    file === added ? ts.createSourceFile(file, lines.join('\n'), language) : getSourceFile(file, language, ...rest);
  const program = ts.createProgram([...fileNames, added], options, host);
  const source = program.getSourceFile(added);
  const diagnostics = [...program.getSemanticDiagnostics(source), ...program.getOptionsDiagnostics()];
  const faults = diagnostics.flatMap(({ file, start }) => (file === source && start !== undefined ? [start] : []));
  return lines.filter((_, line) => faults.some((at) => source?.getLineAndCharacterOfPosition(at).line === line));
}

function configOf(stratum: string) {
  const { config } = ts.readConfigFile(`${stratum}/tsconfig.json`, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, stratum);
}
