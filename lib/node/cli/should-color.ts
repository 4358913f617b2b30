import type { CliDeps } from './cli-deps';

/**
 * Whether to color the output.
 * Reads variables as https://nodejs.org/api/cli.html#force_color1-2-3 does.
 */
export function shouldColor({ env, isTerminal }: Pick<CliDeps, 'env' | 'isTerminal'>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: disabled } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return isTerminal && !disabled && env.TERM !== 'dumb';
}
