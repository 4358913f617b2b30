import { eventOfDraft } from '#core/drafts/post-body';
import type { TelemetryRecord } from '#core/journey/record';
import { checkIngestion, type IngestionFault } from '#core/rules/ingestion/ingestion-check';
import { faultWords } from '#core/rules/ingestion/ingestion-messages';
import { readDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import { type Message, type MessageText, message } from '#core/util/message';
import type { Said } from './outcomes';
import { sampleOf } from './violations-of';

/**
 * What the ingestion pipeline behind a collector would do with the event. Its rules are not the definitions: for many
 * kinds it drops the very sample, so what it says of that too does not count as having noticed the violation.
 */
export function saidByIngestion(kind: EventKind, { event }: TelemetryRecord): Said {
  if (!event) return { tone: 'open', words: message('ingestion.noEvent') };
  const faults = checkIngestion(event.json);
  if (faults.length === 0) return { tone: 'passed', words: message('ingestion.takes') };
  const usual = new Set(faultsOfSample(kind).map(keyOf));
  const own = faults.filter((fault) => !usual.has(keyOf(fault)));
  const words = joined((own.length > 0 ? own : faults).map(faultWords));
  return own.length > 0
    ? { tone: 'noticed', words: message('ingestion.drops', { words }) }
    : { tone: 'passed', words: message('ingestion.dropsSampleToo', { words }) };
}

function joined([first, ...rest]: readonly Message[]): MessageText {
  if (first === undefined) return '';
  return rest.length === 0 ? first : message('ingestion.andAlso', { first, rest: joined(rest) });
}

const ofSamples = new Map<EventKind, readonly IngestionFault[]>();

/** Only of `edata`: the envelope of a sample depends on the page. */
function faultsOfSample(kind: EventKind): readonly IngestionFault[] {
  const known = ofSamples.get(kind);
  if (known) return known;
  const read = readDraft(kind, JSON.stringify(sampleOf(kind)));
  const stamp = { mid: `${kind}:0`, ets: 0, msgid: '0' };
  const event = eventOfDraft({ kind, args: read.ok ? read.value : [], stamp, isMarked: false });
  const faults = checkIngestion(event).filter((fault) => 'path' in fault && fault.path[0] === 'edata');
  ofSamples.set(kind, faults);
  return faults;
}

function keyOf(fault: IngestionFault): string {
  return JSON.stringify(fault);
}
