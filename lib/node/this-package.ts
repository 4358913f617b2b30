import packageJson from '../../package.json' with { type: 'json' };

/** The npm package, as reports and capture files name what wrote them. It has the version of the extension. */
export const THIS_PACKAGE = { name: 'telemetry-v3', version: packageJson.version } as const;

/** The page about the project: the owners name it in `package.json` alone. */
export const HOMEPAGE: string = packageJson.homepage;
