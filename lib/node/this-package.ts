import packageJson from '../../package.json' with { type: 'json' };

/**
 * Name and version of the npm package, for reports and capture files.
 * The extension has the same version.
 */
export const THIS_PACKAGE = { name: 'telemetry-v3', version: packageJson.version } as const;

/** URL of the project's home page. Set only in `package.json`. */
export const HOMEPAGE: string = packageJson.homepage;
