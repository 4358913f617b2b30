import type { CollectedEvent } from '#core/collector/collected-change';
import { secretGuard } from '#core/stream/secret-guard';
import type { ToItem } from '../collected-item';

/** Converts an event to the JSON that `validate` writes, with the event itself and its source. */
export function eventToJson(event: CollectedEvent, toItem: ToItem) {
  const { item, json } = toItem(event);
  const { index, line, request, kind, verdict, verdicts, eid, mid, fate } = item;
  const findings = item.findings.map(({ ruleSet, severity, code, path, params, message, known }) => ({
    ruleSet,
    severity,
    code,
    path,
    params,
    message,
    ...(known ? { known } : {}),
  }));
  const { record, source } = event;
  const { at = record.at } = record.requests[0] ?? {};
  return {
    index,
    line,
    request,
    kind,
    verdict,
    verdicts,
    eid,
    mid,
    findings,
    ...(fate === undefined ? {} : { fate }),
    row: record.row,
    receivedAt: at,
    requests: record.requests.length,
    headline: record.headline,
    source: secretGuard.redact(source),
    event: typeof json === 'string' ? { text: json } : json,
  };
}
