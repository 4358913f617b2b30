import { expect, it } from 'vitest';
import { readBack } from '#tests/fixtures/exchange';
import { harWithBodies } from '#tests/fixtures/hostile-inputs';

const bodyOf = (...ids: readonly string[]) =>
  JSON.stringify({
    id: 'a',
    ver: '3.0',
    params: {},
    events: ids.map((id) => ({ eid: 'END', ets: 1, ver: '3.0', mid: 'same', edata: { id } })),
  });

it('a HAR file with different events of one mid has a row for each, and one for an event that is sent again', async () => {
  const { records } = await readBack(harWithBodies(bodyOf('a', 'b'), bodyOf('a')), { chunk: 65_536 });
  expect(records.map(({ requests }) => requests.length)).toEqual([2, 1]);
});
