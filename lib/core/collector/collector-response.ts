import type { EpochMilliseconds } from '#core/journey/record';

/** How the collector behaves on purpose. */
export interface CollectorBehavior {
  /** Status of the response to telemetry. */
  readonly status: number;
  readonly delayMs: number;
  /** Share of the telemetry requests whose connection is closed without a response, from 0 to 1. */
  readonly dropShare: number;
}

/** Takes each batch at once. */
export const defaultBehavior: CollectorBehavior = { status: 200, delayMs: 0, dropShare: 0 };

/** Returns the status of the next response, or `null` for none. `random` is at least 0 and less than 1. */
export function chooseStatus({ status, dropShare }: CollectorBehavior, random: number): number | null {
  return random < dropShare ? null : status;
}

/**
 * Returns the body of a response as Sunbird's telemetry service writes it.
 *
 * @param err why the request is refused, as a sentence; ignored where it is not.
 */
export function responseBody(status: number, at: EpochMilliseconds, err: string): string {
  const isTaken = status >= 200 && status < 300;
  return JSON.stringify({
    id: 'api.telemetry',
    ver: '1.0',
    ets: at,
    params: isTaken ? {} : { err },
    responseCode: isTaken ? 'SUCCESS' : status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR',
  });
}
