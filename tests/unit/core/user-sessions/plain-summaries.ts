import { isJsonObject, type Json, stringAt } from '#core/json/json';

/** The fields of a summary that the tests compare. */
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

const INTERACTION_TYPES =
  'touch,drag,drop,pinch,zoom,shake,rotate,speak,listen,write,draw,start,end,choose,activate,scroll,click,edit,submit,search,dnd,added,removed,selected'.split(
    ',',
  );

const round2 = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100;

/** A session in a tree of sessions. Applies each rule in the order of the pipeline's job, without regard to speed. */
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
  summaries: PlainSummary[] = [];

  constructor(event: PlainEvent) {
    this.type = event.type?.toLowerCase() ?? 'app';
    this.mode = event.mode;
    this.start = event.ets;
    this.previous = event.ets;
    this.interacts = isInteract(event) ? 1 : 0;
    this.events = { [event.eid]: 1 };
  }

  add(event: PlainEvent, idleSeconds: number): void {
    if (this.start === 0) this.start = event.ets;
    const gap = (event.ets - this.previous) / 1_000;
    this.previous = event.ets;
    this.seconds += gap > idleSeconds ? 0 : round2(gap);
    if (isInteract(event)) this.interacts += 1;
    this.events[event.eid] = (this.events[event.eid] ?? 0) + 1;
    if (event.eid === 'IMPRESSION') this.pages.add(event.pageid);
    if (event.eid === 'ASSESS') this.items += 1;
    this.end = event.ets;
    this.parent?.add(event, idleSeconds);
  }

  adopt(child: PlainSession, first: PlainEvent, idleSeconds: number): void {
    this.children.push(child);
    child.parent = this;
    this.add(first, idleSeconds);
  }

  hasTypeAndMode(type: string | undefined, mode: string): boolean {
    return this.type === type?.toLowerCase() && this.mode === mode;
  }

  findSelfOrAncestor(test: (session: PlainSession) => boolean): PlainSession | null {
    return test(this) ? this : (this.parent?.findSelfOrAncestor(test) ?? null);
  }

  isSameSession(other: PlainSession): boolean {
    return (
      this.type === other.type && this.mode.toLowerCase() === other.mode.toLowerCase() && this.start === other.start
    );
  }

  close(): readonly PlainSummary[] {
    const inner = this.children.filter((child) => !child.isClosed).flatMap((child) => child.close());
    if (this.seconds > 0) this.summaries.push(...inner, this.summary());
    this.isClosed = true;
    return this.summaries;
  }

  clear(): void {
    for (const child of this.children) child.clear();
    Object.assign(this, { start: 0, end: 0, seconds: 0, interacts: 0, events: {}, items: 0, isClosed: false });
    this.pages = new Set();
    this.summaries = [];
  }

  summary(): PlainSummary {
    const minutes = Math.max(1, this.seconds / 60);
    return {
      type: this.type,
      mode: this.mode,
      start: this.start,
      end: this.end,
      timeDiff: round2((this.end - this.start) / 1_000),
      timeSpent: round2(this.seconds),
      interactEventsCount: this.interacts,
      interactEventsPerMin: round2(this.interacts / minutes),
      eventsSummary: { ...this.events },
      pages: this.pages.size,
      itemResponses: this.items,
    };
  }
}

function isInteract({ eid, type }: PlainEvent): boolean {
  return eid === 'INTERACT' && INTERACTION_TYPES.includes(type?.toLowerCase() ?? '');
}

/**
 * Summarizes events by the rules of the pipeline's job, one origin after the other.
 * It is independent of `lib`, so that tests can compare both.
 */
export function summarizePlainly(
  items: readonly Json[],
  idleSeconds = 600,
  breakSeconds = 1_800,
): readonly PlainSummary[] {
  const groups = new Map<string, PlainEvent[]>();
  for (const json of items) {
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
  return [...groups.values()].flatMap((events) => summarizeGroup(events, idleSeconds, breakSeconds));
}

function summarizeGroup(events: readonly PlainEvent[], idleSeconds: number, breakSeconds: number) {
  const job = new PlainJob(idleSeconds, breakSeconds);
  for (const event of events.toSorted((one, other) => one.ets - other.ets)) job.process(event);
  return job.finish();
}

/** Processes the events of one origin in the order of `ets`. */
class PlainJob {
  private readonly summaries = new Map<string, PlainSummary>();
  private root: PlainSession | null = null;
  private current: PlainSession | null = null;
  private previous: PlainEvent | null = null;

  constructor(
    private readonly idleSeconds: number,
    private readonly breakSeconds: number,
  ) {}

  process(event: PlainEvent): void {
    const gap = (event.ets - (this.previous ?? event).ets) / 1_000;
    this.previous = event;
    if (gap > this.breakSeconds && event.type?.toLowerCase() !== 'app') this.closeAtBreak();
    if (event.eid === 'START') this.start(event);
    else if (event.eid === 'END') this.end(event);
    else if (this.current !== null && !this.current.isClosed) this.current.add(event, this.idleSeconds);
    else this.openAppSession(event);
  }

  finish(): readonly PlainSummary[] {
    const { root, current } = this;
    if (current !== null && !current.isClosed) {
      this.close(current);
      if (root !== null && !current.isSameSession(root) && !root.isClosed) this.close(root);
    }
    return [...this.summaries.values()];
  }

  private close(session: PlainSession): void {
    for (const summary of session.close()) this.summaries.set(JSON.stringify(summary), summary);
  }

  private closeWith(session: PlainSession, event: PlainEvent): void {
    session.add(event, this.idleSeconds);
    this.close(session);
  }

  private closeAtBreak(): void {
    if (this.current === null || this.current.isClosed) return;
    this.root = this.current.findSelfOrAncestor((session) => session.parent === null) as PlainSession;
    this.close(this.root);
    this.root.clear();
  }

  private openAppSession(event: PlainEvent): void {
    this.current = new PlainSession(event);
    this.current.type = 'app';
    this.root = this.current;
  }

  private start(event: PlainEvent): void {
    if (this.root === null || this.current === null || this.root.isClosed) {
      this.startRoot(event);
      return;
    }
    const openSession = this.current.findSelfOrAncestor((session) => session.hasTypeAndMode(event.type, event.mode));
    if (openSession !== null) this.close(openSession);
    const parent = openSession === null ? this.current : openSession.parent;
    this.current = new PlainSession(event);
    if (parent === null) this.root = this.current;
    else parent.adopt(this.current, event, this.idleSeconds);
  }

  private startRoot(event: PlainEvent): void {
    this.root = new PlainSession(event);
    this.current = this.root;
    if (event.type?.toLowerCase() === 'app') return;
    this.root.type = 'app';
    this.root.mode = '';
    this.current = new PlainSession(event);
    this.root.adopt(this.current, event, this.idleSeconds);
  }

  private end(event: PlainEvent): void {
    const { root, current } = this;
    if (current === null || root === null) return;
    const type = event.type?.toLowerCase();
    const isSimilar = (session: PlainSession) =>
      session.type === type && session.mode.toLowerCase() === event.mode.toLowerCase();
    if (current.findSelfOrAncestor(isSimilar) === null) return;
    const endedSession =
      current.findSelfOrAncestor((session) => session.hasTypeAndMode(event.type, event.mode)) ?? root;
    const outerSession = endedSession.parent ?? endedSession;
    const isCurrentInOuterSession = current.parent !== null && outerSession.isSameSession(current.parent);
    if (isCurrentInOuterSession || !outerSession.isSameSession(root)) {
      this.closeWith(current, event);
      this.current = outerSession;
    } else if (endedSession.isSameSession(root)) {
      this.closeWith(root, event);
      this.current = root;
    } else {
      this.closeWith(endedSession, event);
      this.current = outerSession;
    }
  }
}
