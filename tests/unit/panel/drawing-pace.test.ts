import { describe, expect, it } from 'vitest';
import { createDrawingPace } from '../../../lib/panel/drawing-pace';

function paceOf({ isFlood = false } = {}) {
  let time = 0;
  const planned: (() => void)[] = [];
  const pace = createDrawingPace({ now: () => time, later: (call) => planned.push(call), isFlood: () => isFlood });
  const draw = (milliseconds: number) => {
    pace.drawing();
    time += milliseconds;
    for (const call of planned.splice(0)) call();
  };
  return { pace, draw };
}

describe('the list is drawn', () => {
  it('with every frame while few events come, however long drawing takes', () => {
    const { pace, draw } = paceOf();
    draw(50);
    expect(pace.restMs(40)).toBe(16);
  });

  it('five times a second while many come at once, or wait to be read', () => {
    const { pace, draw } = paceOf();
    draw(5);
    expect(pace.restMs(41)).toBe(200);
    expect(paceOf({ isFlood: true }).pace.restMs(1)).toBe(200);
  });

  it('less often where drawing takes long, but never less than every 600 ms', () => {
    const { pace, draw } = paceOf({ isFlood: true });
    draw(40);
    expect(pace.restMs(1)).toBe(320);
    draw(400);
    expect(pace.restMs(1)).toBe(600);
  });
});
