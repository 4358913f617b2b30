import { describe, expect, it } from 'vitest';
import { createFiring, type Fire } from '../../../lib/panel/firing';
import { createRecords } from '../../../lib/panel/records';
import { fail, succeed } from '../../../lib/result';
import { recordOf } from '../../fixtures/records';

const frame = { frameId: 0, url: 'http://localhost/', documentId: 'd', title: '', sdks: [], sdk: 0 };
const shot = (kind: 'start' | 'log' | 'end') => ({ kind, args: [] });
const refused = fail({ message: 'That frame is gone.' });

describe('firing by hand', () => {
  it('comes back as a row when the record of it is seen', async () => {
    const records = createRecords();
    const firing = createFiring(records, () => 500);
    const fire: Fire = async () => succeed({ requestId: 'a' });
    await firing.fire([shot('log')], frame, fire);
    expect(firing.state.value).toMatchObject({ status: 'fired', kind: 'log', at: 500, back: null });
    records.apply([recordOf(4, { firedBy: { from: 'panel', requestId: 'a' } })]);
    expect(firing.state.value).toMatchObject({ status: 'fired', back: { row: 4 } });
  });

  it('says why when it failed', async () => {
    const firing = createFiring(createRecords(), () => 0);
    await firing.fire([shot('log')], frame, async () => refused);
    expect(firing.state.value).toEqual({ status: 'failed', kind: 'log', message: 'That frame is gone.' });
  });

  it('of several goes one after the other, in order, and counts what came back and what failed', async () => {
    const records = createRecords();
    const firing = createFiring(records, () => 0);
    const seen: string[] = [];
    const fire: Fire = async (kind) => {
      seen.push(`${kind} after ${JSON.stringify(firing.state.value)}`);
      if (kind === 'log') return refused;
      records.apply([recordOf(seen.length, { firedBy: { from: 'panel', requestId: kind } })]);
      return succeed({ requestId: kind });
    };
    await firing.fire([shot('start'), shot('log'), shot('end')], frame, fire);
    expect(seen).toEqual([
      'start after {"status":"firing","done":0,"total":3}',
      'log after {"status":"firing","done":1,"total":3}',
      'end after {"status":"firing","done":2,"total":3}',
    ]);
    expect(firing.state.value).toEqual({
      status: 'fired-many',
      total: 3,
      cameBack: 2,
      failures: [expect.objectContaining({ kind: 'log', message: 'That frame is gone.' })],
    });
  });

  it('does not begin while another is under way', async () => {
    const firing = createFiring(createRecords(), () => 0);
    let fired = 0;
    let finish = () => {};
    const slow: Fire = () => {
      fired += 1;
      return new Promise((resolve) => {
        finish = () => resolve(succeed({ requestId: 'a' }));
      });
    };
    const first = firing.fire([shot('log')], frame, slow);
    await firing.fire([shot('log')], frame, slow);
    finish();
    await first;
    expect(fired).toBe(1);
    expect(firing.busy.value).toBe(false);
  });
});
