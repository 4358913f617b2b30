/** Whether packages can be installed: by root on Debian. */
export function canInstallPackages({ platform, isRoot, has }: Pick<Machine, 'platform' | 'isRoot' | 'has'>): boolean {
  return platform === 'linux' && isRoot && has('apt-get');
}

/** Installs Debian packages. Returns false if this machine cannot or apt-get failed. */
export function installPackages(machine: Machine, packages: readonly string[]): boolean {
  if (!canInstallPackages(machine)) return false;
  const notice = `Installing ${packages.join(', ')} (apt-get)`;
  return (
    machine.run('apt-get', ['update', '-qq'], notice) &&
    machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], notice)
  );
}

/** What finding a browser needs to know of this machine, and may do to it. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
  /** Whether the file is there and starts: a browser without its libraries is none. */
  readonly works: (path: string) => boolean;
  /** Where Playwright keeps its own Chromium, installed or not. */
  readonly playwrightChromium: () => string;
  readonly has: (command: string) => boolean;
  /**
   * Runs a command without its output; `notice` is shown if the command takes a while.
   * Returns whether it succeeded.
   */
  readonly run: (command: string, args: readonly string[], notice: string) => boolean;
}
