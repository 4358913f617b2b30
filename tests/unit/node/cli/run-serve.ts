import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { runCommand } from '#node/cli/run-command';
import { idleDeps } from './run-cli';

interface ServeUrls {
  readonly collector: string;
  readonly api: string;
}

/** Starts `serve --format json` at free ports, and reads its first line. */
export async function startServe(args: readonly string[] = [], deps: Partial<CliDeps> = {}) {
  const interrupt = new AbortController();
  const [stdout, stderr] = [collectOutput(), collectOutput()];
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
    code.then((exitCode) => `"ended with ${exitCode}: ${stderr.text()}"`),
  ]);
  const urls = JSON.parse(first) as ServeUrls;
  const post = (body: unknown, path = '/v1/telemetry') =>
    fetch(`${urls.collector}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const getJson = async (path: string) => (await fetch(`${urls.api}${path}`)).json();
  return { ...urls, post, getJson, end, code, interrupt, err: stderr.text };
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any path and headers. `fetch` would normalize paths and set some headers itself. */
export function sendRequest(url: string, options: RequestOptions = {}, body = ''): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      const { statusCode = 0, headers } = response;
      readText(response).then((responseBody) => resolve({ status: statusCode, headers, body: responseBody }), reject);
    });
    request.on('error', reject).end(body);
  });
}

function collectOutput() {
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
