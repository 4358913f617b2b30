import type { EpochMilliseconds } from '#core/journey/record';

/** The configured behavior of the collector, such as errors and delays. */
export interface CollectorBehavior {
  /** Status of the response to telemetry. */
  readonly status: number;
  readonly delayMs: number;
  /** Share of the telemetry requests whose connection is closed without a response, from 0 to 1. */
  readonly dropShare: number;
}

/** Accepts each batch without a delay. */
export const defaultBehavior: CollectorBehavior = { status: 200, delayMs: 0, dropShare: 0 };

/**
 * Returns the status of the next response, or `null` to send none.
 * `random` is at least 0 and less than 1.
 */
export function selectStatus({ status, dropShare }: CollectorBehavior, random: number): number | null {
  return random < dropShare ? null : status;
}

/**
 * Returns the body of a response in the format of Sunbird's telemetry service.
 *
 * @param err the reason of a rejection, as a sentence. Ignored if the request is accepted.
 */
export function responseBody(status: number, at: EpochMilliseconds, err: string): string {
  const isAccepted = status >= 200 && status < 300;
  return JSON.stringify({
    id: 'api.telemetry',
    ver: '1.0',
    ets: at,
    params: isAccepted ? {} : { err },
    responseCode: isAccepted ? 'SUCCESS' : errorCodeOf(status),
  });
}

function errorCodeOf(status: number): string {
  return status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR';
}
