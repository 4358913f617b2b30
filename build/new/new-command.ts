import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generate } from './generate';

/** Makes the files of a new view or format in the working directory. Run by `npm run new`. */
const made = generate(process.argv.slice(2), {
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
});
if (made.ok) {
  for (const [path, text] of made.value) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const paths = [...made.value.keys()];
  const sources = paths.filter((path) => /\.tsx?$/.test(path));
  const { status } = spawnSync('npx', ['--no-install', 'biome', 'check', '--write', ...sources], { stdio: 'ignore' });
  console.log(paths.join('\n'));
  process.exitCode = status ?? 1;
} else {
  console.error(made.failure);
  process.exitCode = 2;
}
