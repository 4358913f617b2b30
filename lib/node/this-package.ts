import packageJson from '../../package.json' with { type: 'json' };

/** The npm package, as reports and capture files name what wrote them. It has the version of the extension. */
export const THIS_PACKAGE = { name: 'telemetry-v3', version: packageJson.version } as const;
