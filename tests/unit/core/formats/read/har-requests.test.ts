import { expect, it } from 'vitest';
import { readFileContent } from '#tests/fixtures/exchange';
import { harWithBodies } from '#tests/fixtures/hostile-inputs';

const bodyOf = (...ids: readonly string[]) =>
  JSON.stringify({
    id: 'a',
    ver: '3.0',
    params: {},
    events: ids.map((id) => ({ eid: 'END', ets: 1, ver: '3.0', mid: 'same', edata: { id } })),
  });

it('different events with one mid in a HAR file are separate rows, and a retry joins the row of its event', async () => {
  const { records } = await readFileContent(harWithBodies(bodyOf('a', 'b'), bodyOf('a')), { chunk: 65_536 });
  expect(records.map(({ requests }) => requests.length)).toEqual([2, 1]);
});
