/** Tells a configuration of the command line, also one that the browser numbered: `telemetry-v3.config (1).json`. */
export function isConfigFileName(name: string): boolean {
  return /^telemetry-v3\.config\b[^/]*\.(?:json|[cm]?js|m?ts)$/i.test(name);
}
