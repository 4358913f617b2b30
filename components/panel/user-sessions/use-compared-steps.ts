import { useEffect, useState } from 'preact/hooks';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isJsonObject, type Json } from '#core/json/json';
import { type AlignedStep, alignSteps, type StepKeys } from '#core/user-sessions/session-steps';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { createJob } from '#core/util/scheduler';
import { listedSessions } from './listed-sessions';

export interface ComparedSteps {
  /** The aligned steps of two sessions. While new steps are computed, the previous steps. */
  readonly steps: readonly AlignedStep[];
  readonly isComparing: boolean;
}

/** Maximum duration of a slice: well below a frame. */
const SLICE_MS = 8;

/** Aligns the steps of two sessions in slices, and again when one of the sessions changes. */
export function useComparedSteps(one: SessionSummary, other: SessionSummary): ComparedSteps {
  const list = useEventList();
  const [comparedSteps, setComparedSteps] = useState<ComparedSteps>({ steps: [], isComparing: true });
  useEffect(() => {
    const { now, nextTask } = list.scheduler;
    setComparedSteps(({ steps }) => ({ steps, isComparing: true }));
    const alignment = compareSteps(list, one, other);
    const job = createJob(nextTask, () => {
      const sliceStart = now();
      while (now() - sliceStart < SLICE_MS) {
        const step = alignment.next();
        if (step.done) return setComparedSteps({ steps: step.value, isComparing: false });
      }
      job.schedule();
    });
    job.schedule();
    return job.cancel;
  }, [list, one, other]);
  return comparedSteps;
}

/** Number of events whose keys are created between two yields. */
const KEYS_PER_YIELD = 500;

/** Aligns the steps of two sessions. Yields often, because an app session may have 100,000 events. */
export function* compareSteps(
  list: Pick<EventList, 'get' | 'records'>,
  one: SessionSummary,
  other: SessionSummary,
): Generator<undefined, readonly AlignedStep[]> {
  const keys = yield* createKeys(list, one);
  return yield* alignSteps(keys, yield* createKeys(list, other));
}

function* createKeys(
  list: Pick<EventList, 'get' | 'records'>,
  summary: SessionSummary,
): Generator<undefined, StepKeys> {
  const points = list.get(listedSessions).pointsOf(summary);
  const exact: string[] = [];
  for (const { row, eid } of points) {
    if (exact.push(stepKey(eid, list.records.byRow(row)?.event?.json)) % KEYS_PER_YIELD === 0) yield;
  }
  return { exact, similar: points.map(({ eid }) => eid) };
}

/** Returns the key by which steps are aligned, from the kind and the subject of the event. */
function stepKey(eid: string, json: Json | undefined): string {
  const edata = objectAt(json, 'edata');
  const [item, target] = [objectAt(edata, 'item'), objectAt(edata, 'target')];
  const keyParts = [edata.type, edata.mode, edata.id, edata.pageid, item.id, target.id];
  return JSON.stringify([eid, ...keyParts.map((value) => value ?? null)]);
}

function objectAt(json: Json | undefined, key: string): { readonly [key: string]: Json } {
  const value = isJsonObject(json) ? json[key] : undefined;
  return isJsonObject(value) ? value : {};
}
