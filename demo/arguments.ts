import { parseArgs } from 'node:util';
import { fail, type Result, succeed } from '#core/util/result';

export type DemoMode =
  /** Opens a window for a user, until it is closed. */
  | { readonly mode: 'show' }
  /**
   * Does the job by itself, without a window, and writes what happened.
   * `isBuilt`: with the extension of the last build.
   */
  | { readonly mode: 'report'; readonly file: string; readonly isBuilt: boolean };

const USAGE = 'Usage: npm run demo [-- --headless --report FILE --built]';

/** Beside the build, where nothing is kept. */
const DEFAULT_REPORT = '.output/demo/report.json';

/** What the user asked for. Without a display only the report is possible. */
export function parseDemoArguments(args: readonly string[], hasDisplay: boolean): Result<DemoMode, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { headless: { type: 'boolean' }, report: { type: 'string' }, built: { type: 'boolean' } },
    });
    if (values.report === '') return fail(`--report needs the name of a file. ${USAGE}`);
    const wantsReport = values.headless === true || values.report !== undefined || !hasDisplay;
    const isBuilt = values.built === true;
    const file = values.report ?? DEFAULT_REPORT;
    return succeed(wantsReport ? { mode: 'report', file, isBuilt } : { mode: 'show' });
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    return fail(`${message.replace(/\.?$/, '.')} ${USAGE}`);
  }
}

/** Whether a window can be opened. Only Linux shows it, by `DISPLAY`. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
