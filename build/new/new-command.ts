import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generate } from './generate';

// `npm run new` generates the files of a new view, format, kind or rule in the working directory.
const generated = generate(process.argv.slice(2), {
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
});
if (generated.ok) {
  for (const [path, text] of generated.value) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const paths = [...generated.value.keys()];
  const sources = paths.filter((path) => /\.tsx?$/.test(path));
  const isDone =
    succeeds('npx', ['--no-install', 'biome', 'check', '--write', ...sources]) &&
    (!paths.some(isInDocuments) || succeeds('npm', ['run', '--silent', 'docs']));
  console.log(paths.join('\n'));
  process.exitCode = isDone ? 0 : 1;
} else {
  console.error(generated.failure);
  process.exitCode = 2;
}

/** Whether generated parts of the documents contain the texts of a file. */
function isInDocuments(path: string): boolean {
  return /^locales\/(?:definitions|rules)\//.test(path);
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
