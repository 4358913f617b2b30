import { PassThrough } from 'node:stream';
import type { ExitCode } from '#node/cli/checker';
import { run } from '#node/cli/validate-command';

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The JSON lines of the output. */
  readonly lines: readonly Line[];
}

interface Line {
  readonly index: number;
  readonly kind: string | null;
  readonly verdict: string;
  readonly findings: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
}

/** Runs the command on text that arrives in pieces of so many bytes. */
export async function validateText(text: string, args: readonly string[] = ['-'], pieces = 7): Promise<Outcome> {
  const bytes = new TextEncoder().encode(text);
  async function* open() {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces);
  }
  return validateFrom(open, args);
}

export async function validateFrom(
  open: (file: string) => AsyncIterable<Uint8Array>,
  args: readonly string[],
  isColoured = false,
): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [gather(stdout), gather(stderr)];
  const code = await run(args, { open, stdout, stderr, isColoured });
  stdout.end();
  stderr.end();
  const text = await out;
  const isJson = text.startsWith('{');
  return {
    code,
    out: text,
    err: await err,
    lines: isJson
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [],
  };
}

async function gather(stream: PassThrough): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
