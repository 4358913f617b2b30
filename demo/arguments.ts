import { parseArgs } from 'node:util';
import { fail, type Result, succeed } from '#core/util/result';

export type DemoMode =
  /** Opens a browser window for a user, and ends when it is closed. */
  | { readonly mode: 'show' }
  /**
   * Runs the demo without a window or input, and writes a report.
   * `isBuilt` uses the extension of the last build.
   */
  | { readonly mode: 'report'; readonly file: string; readonly isBuilt: boolean };

const USAGE = 'Usage: npm run demo [-- --headless --report FILE --built]';

/** In the folder of the build, which is not under version control. */
const DEFAULT_REPORT = '.output/demo/report.json';

/** Parses the command line. Without a display, only the report is possible. */
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

/** Whether a window can be opened. Only Linux reveals it, by `DISPLAY` or `WAYLAND_DISPLAY`. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
