import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { runCommand } from '#node/cli/run-command';
import { idleDeps } from './run-cli';

interface Started {
  readonly collector: string;
  readonly api: string;
}

/** Starts `serve --format json` at free ports, and reads its first line. */
export async function startServe(args: readonly string[] = [], deps: Partial<CliDeps> = {}) {
  const interrupt = new AbortController();
  const [stdout, stderr] = [gather(), gather()];
  const code = runCommand(['serve', '--port', '0', '--ui-port', '0', '--format', 'json', ...args], {
    ...idleDeps,
    open: async function* () {},
    now: () => 1_763_620_200_500,
    stdout: stdout.stream,
    stderr: stderr.stream,
    catchInterrupts: () => interrupt.signal,
    ...deps,
  });
  const end = async () => {
    interrupt.abort();
    return { code: await code, lines: stdout.lines(), err: stderr.text() };
  };
  onTestFinished(async () => void (await end()));
  const first = await Promise.race([
    stdout.nextLine(),
    code.then((ended) => `"ended with ${ended}: ${stderr.text()}"`),
  ]);
  const started = JSON.parse(first) as Started;
  const post = (body: unknown, path = '/v1/telemetry') =>
    fetch(`${started.collector}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { ...started, post, end, code, interrupt, err: stderr.text };
}

function gather() {
  const stream = new PassThrough();
  let text = '';
  let notify = (): void => {};
  stream.on('data', (chunk) => {
    text += String(chunk);
    notify();
  });
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    nextLine: () =>
      new Promise<string>((resolve) => {
        notify = () => {
          if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
        };
        notify();
      }),
  };
}
