/**
 * Whether a file is a configuration of the command-line tool.
 * Also matches a copy that the browser numbered: `telemetry-v3.config (1).json`.
 */
export function isConfigFileName(name: string): boolean {
  return /^telemetry-v3\.config\b[^/]*\.(?:json|[cm]?js|m?ts)$/i.test(name);
}
