import type { Json } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import { dataIndexOf, type EventKind, eventKinds } from '#core/telemetry/kinds';

/** Size of one line, like those from a collector. */
const EVENT_BYTES = 1_000;
/** Size of a tag in JSON: `"class-6-0000000",`. */
const TAG_BYTES = 18;
/** One in this many events has an error. */
const INVALID_INTERVAL = 50;

/**
 * Returns lines of events of 1 kB, about `bytes` in total.
 * The kinds alternate, and 2 % of the events are invalid.
 */
export function benchLines(bytes: number): Buffer {
  const lines: string[] = [];
  for (let index = 0; index * EVENT_BYTES < bytes; index += 1) lines.push(benchLine(index));
  return Buffer.from(lines.join(''));
}

function benchLine(index: number): string {
  const kind = eventKinds[index % eventKinds.length] ?? 'interact';
  const tags: string[] = [];
  let line = JSON.stringify({ ...benchEvent(kind, index), tags });
  while (line.length < EVENT_BYTES - TAG_BYTES) {
    tags.push(`class-6-${String(index + tags.length).padStart(7, '0')}`);
    line = JSON.stringify({ ...benchEvent(kind, index), tags });
  }
  return `${line}\n`;
}

function benchEvent(kind: EventKind, index: number): { readonly [key: string]: Json } {
  const id = index.toString(16).padStart(12, '0');
  return {
    eid: kind.toUpperCase(),
    ets: 1_763_620_200_000 + index,
    ver: '3.0',
    mid: `${kind.toUpperCase()}:0f1e2d3c-4b5a-6978-8796-${id}`,
    actor: { id: `learner-${index % 1_000}`, type: 'User' },
    context: {
      channel: 'demo-channel',
      ...(index % INVALID_INTERVAL === INVALID_INTERVAL - 1 ? {} : { env: 'lesson' }),
      pdata: { id: 'demo.portal', pid: 'lesson-player', ver: '2.0' },
      sid: `b1f3c0de-5e55-4000-8000-${id}`,
      did: `demo-device-${index % 1_000}`,
      cdata: [
        { type: 'Chapter', id: 'water-cycle' },
        { type: 'Course', id: 'do_21340987654321000' },
      ],
      rollup: { l1: 'do_21340987654321000', l2: 'do_21340987654321012' },
    },
    object: { id: `do_2134098765432${index % 10_000}`, type: 'Content', ver: '1.0', rollup: { l1: 'do_2100' } },
    edata: sampleArguments(kind)[dataIndexOf(kind)] ?? {},
  };
}
