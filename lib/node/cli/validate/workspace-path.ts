import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ReportPart } from '#core/report/finding-report';
import type { CliDeps } from '../cli-deps';

/**
 * The same part with paths as CI names files: relative to the checked-out repository (`GITHUB_WORKSPACE`), or to the working
 * directory elsewhere, with `/`. A file outside of it has its absolute path.
 */
export function withWorkspacePaths(part: ReportPart, env: CliDeps['env']): ReportPart {
  const paths = new Map<string, string>();
  const listed = part.listed.map(({ item, json }) => {
    const file = paths.get(item.file) ?? toWorkspacePath(item.file, env);
    paths.set(item.file, file);
    return { item: { ...item, file }, json };
  });
  return { ...part, listed };
}

function toWorkspacePath(file: string, { GITHUB_WORKSPACE: workspace }: CliDeps['env']): string {
  if (file === '-') return file;
  const absolute = resolve(file);
  const path = relative(workspace || process.cwd(), absolute);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return (isOutside ? absolute : path).split(sep).join('/');
}
