import { isJsonObject, type Json, stringAt } from '#core/json/json';

/** The keys that the pipeline's own test logs are compared by. */
export interface PlainSummary {
  readonly type: string;
  readonly mode: string;
  readonly start: number;
  readonly end: number;
  readonly timeDiff: number;
  readonly timeSpent: number;
  readonly interactEventsCount: number;
  readonly interactEventsPerMin: number;
  readonly eventsSummary: Readonly<Record<string, number>>;
  readonly pages: number;
  readonly itemResponses: number;
}

interface PlainEvent {
  readonly eid: string;
  readonly ets: number;
  readonly type: string | undefined;
  readonly mode: string;
  readonly pageid: string | undefined;
}

const INTERACTS =
  'touch,drag,drop,pinch,zoom,shake,rotate,speak,listen,write,draw,start,end,choose,activate,scroll,click,edit,submit,search,dnd,added,removed,selected'.split(
    ',',
  );

const round2 = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100;

/** One session as a node of a tree: slow, but with each rule in the order of the job. */
class PlainSession {
  parent: PlainSession | null = null;
  readonly children: PlainSession[] = [];
  isClosed = false;
  type: string;
  mode: string;
  start: number;
  end = 0;
  previous: number;
  seconds = 0;
  interacts: number;
  events: Record<string, number>;
  items = 0;
  pages = new Set<string | undefined>();
  written: PlainSummary[] = [];

  constructor(event: PlainEvent) {
    this.type = event.type?.toLowerCase() ?? 'app';
    this.mode = event.mode;
    this.start = event.ets;
    this.previous = event.ets;
    this.interacts = isInteract(event) ? 1 : 0;
    this.events = { [event.eid]: 1 };
  }

  add(event: PlainEvent, idle: number): void {
    if (this.start === 0) this.start = event.ets;
    const gap = (event.ets - this.previous) / 1_000;
    this.previous = event.ets;
    this.seconds += gap > idle ? 0 : round2(gap);
    if (isInteract(event)) this.interacts += 1;
    this.events[event.eid] = (this.events[event.eid] ?? 0) + 1;
    if (event.eid === 'IMPRESSION') this.pages.add(event.pageid);
    if (event.eid === 'ASSESS') this.items += 1;
    this.end = event.ets;
    this.parent?.add(event, idle);
  }

  adopt(child: PlainSession, first: PlainEvent, idle: number): void {
    this.children.push(child);
    child.parent = this;
    this.add(first, idle);
  }

  has(type: string | undefined, mode: string): boolean {
    return this.type === type?.toLowerCase() && this.mode === mode;
  }

  findUp(test: (session: PlainSession) => boolean): PlainSession | null {
    return test(this) ? this : (this.parent?.findUp(test) ?? null);
  }

  looksLike(other: PlainSession): boolean {
    return (
      this.type === other.type && this.mode.toLowerCase() === other.mode.toLowerCase() && this.start === other.start
    );
  }

  close(): readonly PlainSummary[] {
    const inner = this.children.filter((child) => !child.isClosed).flatMap((child) => child.close());
    if (this.seconds > 0) this.written.push(...inner, this.summary());
    this.isClosed = true;
    return this.written;
  }

  clear(): void {
    for (const child of this.children) child.clear();
    Object.assign(this, { start: 0, end: 0, seconds: 0, interacts: 0, events: {}, items: 0, isClosed: false });
    this.pages = new Set();
    this.written = [];
  }

  summary(): PlainSummary {
    const perMinute =
      this.interacts === 0 ? 0 : this.seconds < 60 ? this.interacts : round2(this.interacts / (this.seconds / 60));
    return {
      type: this.type,
      mode: this.mode,
      start: this.start,
      end: this.end,
      timeDiff: round2((this.end - this.start) / 1_000),
      timeSpent: round2(this.seconds),
      interactEventsCount: this.interacts,
      interactEventsPerMin: perMinute,
      eventsSummary: { ...this.events },
      pages: this.pages.size,
      itemResponses: this.items,
    };
  }
}

function isInteract({ eid, type }: PlainEvent): boolean {
  return eid === 'INTERACT' && INTERACTS.includes(type?.toLowerCase() ?? '');
}

/** Summarizes a log by the rules of the job, one origin after the other. Written apart from `lib`, to compare with it. */
export function summarizePlainly(log: readonly Json[], idle = 600, sessionBreak = 1_800): readonly PlainSummary[] {
  const groups = new Map<string, PlainEvent[]>();
  for (const json of log) {
    if (!isJsonObject(json) || typeof json.eid !== 'string' || typeof json.ets !== 'number') continue;
    if (['LOG', 'AUDIT', 'SEARCH'].includes(json.eid)) continue;
    const textAt = (...path: string[]) => stringAt(json, path) ?? undefined;
    const key = JSON.stringify([
      textAt('context', 'did'),
      textAt('context', 'channel'),
      textAt('context', 'pdata', 'id'),
    ]);
    const { eid, ets } = json;
    const mode = textAt('edata', 'mode') ?? '';
    const event = { eid, ets, type: textAt('edata', 'type'), mode, pageid: textAt('edata', 'pageid') };
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()].flatMap((events) => summarizeGroup(events, idle, sessionBreak));
}

function summarizeGroup(events: readonly PlainEvent[], idle: number, sessionBreak: number): readonly PlainSummary[] {
  const written = new Map<string, PlainSummary>();
  const write = (summaries: readonly PlainSummary[]) => {
    for (const summary of summaries) written.set(JSON.stringify(summary), summary);
  };
  let root: PlainSession | null = null;
  let current: PlainSession | null = null;
  let previous: PlainEvent | null = null;
  for (const event of events.toSorted((one, other) => one.ets - other.ets)) {
    const type = event.type?.toLowerCase();
    const gap = (event.ets - (previous ?? event).ets) / 1_000;
    previous = event;
    if (gap > sessionBreak && type !== 'app' && current !== null && !current.isClosed) {
      root = current.findUp((session) => session.parent === null) as PlainSession;
      write(root.close());
      root.clear();
    }
    if (event.eid === 'START') {
      if (root === null || current === null || root.isClosed) {
        root = new PlainSession(event);
        current = root;
        if (type === 'app') continue;
        root.type = 'app';
        root.mode = '';
        current = new PlainSession(event);
        root.adopt(current, event, idle);
        continue;
      }
      const same: PlainSession | null = current.findUp((session) => session.has(event.type, event.mode));
      if (same !== null) write(same.close());
      const around: PlainSession | null = same === null ? current : same.parent;
      current = new PlainSession(event);
      if (around === null) root = current;
      else around.adopt(current, event, idle);
    } else if (event.eid === 'END') {
      if (current === null || root === null) continue;
      const isSimilar = (session: PlainSession) =>
        session.type === type && session.mode.toLowerCase() === event.mode.toLowerCase();
      if (current.findUp(isSimilar) === null) continue;
      const ended: PlainSession = current.findUp((session) => session.has(event.type, event.mode)) ?? root;
      const outer: PlainSession = ended.parent ?? ended;
      if (current.parent !== null && outer.looksLike(current.parent)) {
        current.add(event, idle);
        write(current.close());
        current = outer;
      } else if (outer.looksLike(root) && ended.looksLike(root)) {
        root.add(event, idle);
        write(root.close());
        current = root;
      } else if (outer.looksLike(root)) {
        ended.add(event, idle);
        write(ended.close());
        current = outer;
      } else {
        current.add(event, idle);
        write(current.close());
        current = outer;
      }
    } else if (current !== null && !current.isClosed) current.add(event, idle);
    else {
      current = new PlainSession(event);
      current.type = 'app';
      root = current;
    }
  }
  if (current !== null && !current.isClosed) {
    write(current.close());
    if (root !== null && !current.looksLike(root) && !root.isClosed) write(root.close());
  }
  return [...written.values()];
}
