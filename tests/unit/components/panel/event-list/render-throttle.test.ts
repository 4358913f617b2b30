import { describe, expect, it } from 'vitest';
import { createDrawingPace } from '#components/panel/event-list/render-throttle.ts';

function paceOf({ isFlood = false } = {}) {
  const frames: (() => void)[] = [];
  const waits: { readonly milliseconds: number; readonly call: () => void }[] = [];
  let time = 0;
  const pace = createDrawingPace({
    now: () => time,
    after: (milliseconds, call) => {
      waits.push({ milliseconds, call });
      return () => undefined;
    },
    painted: (call) => frames.push(call),
    isFlood: () => isFlood,
  });
  const show = (tookMs = 0) => {
    time += tookMs;
    for (const call of frames.splice(0)) call();
  };
  return { pace, show, waits };
}

describe('the list is drawn', () => {
  it('with every frame while few events come', () => {
    const { pace, show } = paceOf();
    pace.drawing();
    show();
    expect(pace.restMs(40)).toBe(16);
  });

  it('less often while many come at once, or wait to be read', () => {
    expect(paceOf().pace.restMs(41)).toBe(400);
    expect(paceOf({ isFlood: true }).pace.restMs(1)).toBe(400);
  });

  it.each([
    { tookMs: 20, restMs: 400 },
    { tookMs: 100, restMs: 800 },
    { tookMs: 3000, restMs: 1000 },
  ])('after $tookMs ms of drawing not for $restMs ms while more waits to be read', ({ tookMs, restMs }) => {
    const { pace, show } = paceOf({ isFlood: true });
    pace.drawing();
    show(tookMs);
    expect(pace.restMs(1)).toBe(restMs);
  });

  it('not again before it is on the screen, however long that takes; who asks is told then', () => {
    const { pace, show, waits } = paceOf();
    pace.drawing();
    expect(pace.restMs(1)).toBe(Number.POSITIVE_INFINITY);
    let asked = 0;
    pace.again(() => {
      asked += 1;
    });
    expect({ asked, waits: waits.length }).toEqual({ asked: 0, waits: 0 });
    show();
    expect(asked).toBe(1);
    expect(pace.restMs(1)).toBe(16);
  });

  it('at rest, who asks is told after a frame', () => {
    const { pace, waits } = paceOf();
    pace.again(() => undefined);
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([16]);
  });
});
