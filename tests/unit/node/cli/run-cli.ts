import { Writable } from 'node:stream';
import { fail } from '#core/util/result';
import type { CliDeps } from '#node/cli/cli-deps';
import { runCommand } from '#node/cli/run-command';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  /** The standard error without the summary. */
  readonly err: string;
  /** The totals of `validate`, a line of the standard error. */
  readonly summary: string;
  /** The JSON lines of the output. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly index: number;
  readonly file?: string;
  readonly line: number;
  readonly kind: string | null;
  readonly verdict: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly eid: string | null;
  readonly mid: string | null;
  readonly findings: readonly {
    readonly ruleSet: string;
    readonly severity: string;
    readonly code: string;
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly known?: true;
  }[];
}

type Run = (args: readonly string[], deps: CliDeps) => Promise<number>;

/** Runs a command on bytes that arrive in chunks of `chunkBytes` at its standard input. */
export async function runOn(
  input: string | Uint8Array,
  args: readonly string[],
  { chunkBytes = 7, deps = {}, run = runCommand }: { chunkBytes?: number; deps?: Partial<CliDeps>; run?: Run } = {},
): Promise<Outcome> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  async function* open() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return runCli(args, { open, ...deps }, run);
}

export async function runCli(
  args: readonly string[],
  deps: Partial<CliDeps> & Pick<CliDeps, 'open'>,
  run: Run = runCommand,
): Promise<Outcome> {
  const [out, err] = [createSink(), createSink()];
  const code = await run(args, { ...idleDeps, stdout: out.stream, stderr: err.stream, ...deps });
  const [text, error] = [out.text(), err.text()];
  return {
    code,
    out: text,
    err: error.replace(SUMMARY, ''),
    summary: SUMMARY.exec(error)?.[0].trim() ?? '',
    get lines() {
      return text.startsWith('{') ? splitJsonLines(text) : [];
    },
  };
}

const SUMMARY = /[\d,]+ errors?, .* in [\d,]+ items? of [\d,]+ files?: .*\n/m;

/** Dependencies without a terminal and with a stopped clock. Each file exists and is empty. */
export const idleDeps: Omit<CliDeps, 'open' | 'stdout' | 'stderr'> = {
  readText: async () => '',
  writeText: async () => {},
  writeTexts: async () => {},
  findWriteProblem: async () => null,
  identifyFile: async () => null,
  appendText: async () => {},
  importDefault: async () => ({}),
  findConfig: () => ({ ok: true, value: null }),
  exists: () => true,
  findFiles: async () => [],
  findInFolder: async () => null,
  readBytes: async () => new Uint8Array(),
  findSchemaFiles: async () => null,
  readPageScript: async () => fail('There is no script of pages.'),
  startWorker: () => {
    throw new Error('The input of a test is small.');
  },
  limitHeaps: () => {},
  processors: 1,
  isTerminal: false,
  columns: null,
  isErrorTerminal: false,
  env: {},
  version: '1.2.3',
  clock: () => 0,
  now: () => 0,
  signal: new AbortController().signal,
  pageFolder: '.output/no-page',
  hasScreen: false,
  openInBrowser: () => {},
  runShell: async () => 0,
  catchInterrupts: () => new AbortController().signal,
};

function splitJsonLines(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Creates a stream that copies each write, because a command reuses its buffers after a write. */
function createSink(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
