/**
 * Stands around the body of a request in a report of the hook's: JSON text has no tab in it, so the body needs no quoting.
 * Two together stand between reports. Written by `lib/page/hook/hook-messages.ts` and `channel.ts`, read by `hook-report.ts`.
 */
export const RAW = '\t';
