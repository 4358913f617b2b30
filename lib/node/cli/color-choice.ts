import type { CliDeps } from './cli-deps';

/** `NO_COLOR` and `FORCE_COLOR` as Node.js reads them: https://nodejs.org/api/cli.html#force_color1-2-3 */
export function takesColors({ env, isTerminal }: Pick<CliDeps, 'env' | 'isTerminal'>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return isTerminal && !refused && env.TERM !== 'dumb';
}
