import { journeyState } from '#core/journey/journey-state';
import { findingText } from '#core/report/english-findings';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import type { SdkVersion } from './site/sdk-pages';
import { sdkVersions } from './site/sdk-pages';

const findingSchema = z.object({
  ruleSet: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
const verdictSchema = z.enum(['valid', 'invalid', 'unknown']);

const capturedSchema = z.object({
  sdk: z.enum(sdkVersions),
  source: z.enum(['call', 'event', 'request']),
  kind: z.string(),
  verdict: verdictSchema,
  findings: z.array(findingSchema),
});
export type Captured = z.infer<typeof capturedSchema>;

const firedSchema = z.object({ kind: z.string(), verdict: verdictSchema, isAccepted: z.boolean() });
export type Fired = z.infer<typeof firedSchema>;

/** The report of the demo, in the format that `--report` writes. */
export const reportSchema = z.object({
  login: z.object({ entity: z.string(), tokenType: z.string(), expiresInSeconds: z.number() }),
  captured: z.array(capturedSchema),
  fired: z.array(firedSchema),
  /** Paths of screenshots, relative to the report's folder. */
  screenshots: z.array(z.string()),
});
export type Report = z.infer<typeof reportSchema>;

/**
 * Returns an entry for each observation of a record: the call, the event, the request.
 * Manually fired events are omitted.
 */
export function capturedOf(sdk: SdkVersion, records: readonly PlainJudgedRecord[]): Captured[] {
  return records
    .filter((record) => record.firedBy.type === 'page')
    .flatMap((record) =>
      sourcesOf(record).map((source) => ({
        sdk,
        source,
        kind: record.kind ?? record.name,
        verdict: record.verdict,
        findings: record.findings.map((finding) => ({
          ruleSet: finding.ruleSet,
          severity: finding.severity,
          code: finding.code,
          path: [...finding.path],
          message: findingText(finding),
        })),
      })),
    );
}

function sourcesOf({ call, event, requests }: PlainJudgedRecord): Captured['source'][] {
  const sources: Captured['source'][] = [];
  if (call) sources.push('call');
  if (event?.observedIn === 'page') sources.push('event');
  if (requests.length > 0) sources.push('request');
  return sources;
}

/**
 * Returns an entry per kind that was to be fired.
 * An event is accepted if the SDK emitted the event and the collector accepted it.
 */
export function firedOf(records: readonly PlainJudgedRecord[]): Fired[] {
  const firedRecords = records.filter((record) => record.firedBy.type === 'panel');
  return eventKinds.map((kind) => {
    const record = firedRecords.find((candidate) => candidate.kind === kind);
    const isAccepted = record !== undefined && isAcceptedEvent(record);
    return { kind, verdict: record?.verdict ?? 'unknown', isAccepted };
  });
}

function isAcceptedEvent(record: PlainJudgedRecord): boolean {
  return record.call !== null && record.event?.observedIn === 'page' && journeyState(record) === 'accepted';
}

/** Lists what the report lacks, each in a sentence; empty if it is complete. */
export function missingIn(report: Report): string[] {
  return [
    ...missingInLogin(report),
    ...sdkVersions.flatMap((sdk) => missingInCapture(report, sdk)),
    ...missingInFiring(report),
  ];
}

function missingInLogin({ login, screenshots }: Report): string[] {
  const missing: string[] = [];
  if (login.tokenType !== 'Bearer') missing.push(`The token type is ${JSON.stringify(login.tokenType)}, not "Bearer".`);
  if (!(login.expiresInSeconds > 0)) missing.push(`The token expires in ${login.expiresInSeconds} seconds.`);
  if (screenshots.length === 0) missing.push('There are no screenshots.');
  return missing;
}

function missingInCapture({ captured }: Report, sdk: SdkVersion): string[] {
  const capturedBySdk = captured.filter((line) => line.sdk === sdk);
  return (['call', 'event', 'request'] as const).flatMap((source) => {
    const capturedKinds = new Set(capturedBySdk.filter((line) => line.source === source).map((line) => line.kind));
    const missingKinds = eventKinds.filter((kind) => !capturedKinds.has(kind));
    return missingKinds.length === 0 ? [] : [`SDK ${sdk}: no ${source} was captured of ${missingKinds.join(', ')}.`];
  });
}

function missingInFiring({ fired }: Report): string[] {
  const acceptedKinds = new Set(fired.filter((line) => line.isAccepted).map((line) => line.kind));
  const missingKinds = eventKinds.filter((kind) => !acceptedKinds.has(kind));
  return missingKinds.length === 0 ? [] : [`Fired, but did not come back: ${missingKinds.join(', ')}.`];
}
