/** Name of the port that a relay opens to the panels. In a separate file, to keep zod out of the relay. */
export const RELAY_PORT = 'telemetry-v3-relay';
