import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The build of the SDK for a `<script>` tag. */
const sdk = join(dirname(createRequire(import.meta.url).resolve('@project-sunbird/telemetry-sdk')), 'index.global.js');
const files = {
  '/': ['text/html', join(import.meta.dirname, 'site/index.html')],
  '/lesson.js': ['text/javascript', join(import.meta.dirname, 'site/lesson.js')],
  '/sdk.js': ['text/javascript', sdk],
};

createServer(async ({ url }, response) => {
  const [type, file] = files[url] ?? [];
  if (!file) return response.writeHead(404).end();
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  return response.end(await readFile(file));
}).listen(process.env.PORT ?? 4321, '127.0.0.1');
