/** Name of the port that a relay opens to the panels. Alone in its file: the relay has no room for zod. */
export const RELAY_PORT = 'telemetry-v3-relay';
