import { createReadStream } from 'node:fs';
import { run } from './validate-command';

/** Read in one go, in bytes: large enough that a million lines are a few thousand reads. */
const CHUNK = 256 * 1024;

process.exitCode = await run(process.argv.slice(2), {
  open: (file) => (file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK })),
  stdout: process.stdout,
  stderr: process.stderr,
  isColoured: process.stdout.isTTY && !process.env.NO_COLOR,
});
