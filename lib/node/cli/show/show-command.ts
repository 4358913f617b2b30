import type { RequestListener } from 'node:http';
import { basename } from 'node:path';
import { fail, type Result, succeed } from '#core/util/result';
import { createLocalListener, errorReply, jsonReply } from '../../collector/local-listener';
import { createPageFiles } from '../../collector/page-files';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps } from '../cli-deps';
import { resolveFiles } from '../input/resolve-files';
import { printFailure, printMessage } from '../output';
import { type OptionTable, readArguments } from '../read-arguments';
import { LOOPBACK, readPort } from '../serve/serve-options';
import { startListening, toUrl, untilAborted } from '../serve/server-start';

/** Maximum number of files. Each file becomes a capture in the panel. */
const MAX_FILES = 20;

export const showHelp = `Opens files in the panel, as a local web page.

Usage:
  telemetry-v3 show [OPTIONS] FILE…

FILE is a capture, a HAR file, or events as JSON or NDJSON, compressed or not. A folder or glob pattern opens its files.
Files aren't changed, and no data leaves this machine. Ctrl+C stops the command.

Options:
  -p, --port PORT  Port of the page. Default: a free port
  --open           Open the page in the browser, even if no terminal or screen is detected
  --no-open        Only print the URL of the page
  -h, --help       Show this help

Exit codes: 0: stopped by Ctrl+C. 2: a file is missing, the port is in use, or an option is invalid.`;

const optionTable = {
  port: { type: 'string', short: 'p' },
  open: { type: 'boolean' },
  'no-open': { type: 'boolean' },
} as const satisfies OptionTable;

interface ShowOptions {
  readonly files: readonly string[];
  readonly port: number;
  /** `null` to open the browser if there is a terminal and a screen. */
  readonly opens: boolean | null;
}

/** Runs `telemetry-v3 show` with the arguments after its name, until it is interrupted. */
export async function runShow(args: readonly string[], deps: CliDeps): Promise<number> {
  const options = readShowOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const { port, opens } = options.value;
  const resolvedFiles = await resolveFiles(options.value.files, deps);
  if (!resolvedFiles.ok) return printFailure(deps, resolvedFiles.failure);
  const files = resolvedFiles.value;
  const missingFile = files.find((file) => !deps.exists(file));
  if (missingFile !== undefined) return printFailure(deps, `Couldn't read ${missingFile}: no such file.`);
  if (files.length > MAX_FILES) return printFailure(deps, `show opens up to ${MAX_FILES} files; got ${files.length}.`);
  const server = await startListening(
    { listener: createShowListener(files, deps) },
    { name: 'port', host: LOOPBACK, port },
  );
  if (!server.ok) return printFailure(deps, server.failure);
  const url = `${toUrl('http', LOOPBACK, server.value.port)}/`;
  await printMessage(deps, `Panel: ${url}`);
  if (opens ?? (deps.isErrorTerminal && deps.hasScreen)) deps.openInBrowser(url);
  await untilAborted(deps.catchInterrupts());
  await server.value.abort();
  return 0;
}

function readShowOptions(args: readonly string[]): Result<ShowOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  if (positionals.length === 0) return fail('show needs a FILE. See --help.');
  if (positionals.includes('-')) return fail("show can't read standard input. Pass a file.");
  const { open = false, 'no-open': noOpen = false } = values;
  if (open && noOpen) return fail("--open and --no-open can't be used together.");
  const port = readPort('port', values.port);
  if (!port.ok) return port;
  return succeed({ files: positionals, port: port.value ?? 0, opens: open || noOpen ? open : null });
}

/** Creates the listener of the page. Requests name a file by its index, never by a path. */
function createShowListener(
  files: readonly string[],
  { open, pageFolder, version }: Pick<CliDeps, 'open' | 'pageFolder' | 'version'>,
): RequestListener {
  const names = files.map((file) => basename(file));
  const deps = { allowedHosts: new Set<string>(), token: null, findPageFile: createPageFiles(pageFolder) };
  return createLocalListener(deps, ({ pathname }, request) => {
    if (request.method !== 'GET') return errorReply(405, 'Only GET is allowed.');
    if (pathname === '/api/health') return jsonReply(200, { version, homepage: HOMEPAGE, files: names });
    const index = /^\/api\/files\/(\d{1,3})$/.exec(pathname)?.[1];
    const file = index === undefined ? undefined : files[Number(index)];
    if (file === undefined) return errorReply(404, `There is no ${pathname}.`);
    return { status: 200, type: 'application/octet-stream', parts: open(file) };
  });
}
